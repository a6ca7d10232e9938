import { clearRemoteOverride, RemoteOverride } from "@souffleur/api/contracts";
import { Badge, Button, RequestError, request } from "@souffleur/shared-ui";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { overrideElementId } from "../registry.ts";
import styles from "./override-badge.module.css";

/** Shows over every screen what this browser replaces, whatever happens to the screen itself. */
export function showOverrideBadge(): void {
  const text = document.getElementById(overrideElementId)?.textContent;
  const override = RemoteOverride.safeParse(JSON.parse(text || "null")).data;
  if (override === undefined) return;
  const place = document.body.appendChild(document.createElement("div"));
  createRoot(place).render(<OverrideBadge override={override} />);
}

function OverrideBadge({ override: { remote, address } }: { override: RemoteOverride }) {
  const answering = useAnswering(address);
  const [failure, setFailure] = useState<string>();
  const switchOff = async () => {
    try {
      await request(clearRemoteOverride);
      location.reload();
    } catch (error) {
      setFailure(error instanceof RequestError ? (error.serverMessage ?? error.message) : String(error));
    }
  };
  return (
    <aside aria-label="Replaced remote" className={styles.badge}>
      <p className={styles.text}>
        <strong>{remote}</strong> {address.replace("http://", "")}
      </p>
      <Badge role="status" tone={failure !== undefined || answering === false ? "danger" : "warning"}>
        {failure ?? (answering === false ? "does not answer" : "your machine")}
      </Badge>
      <Button small onClick={() => void switchOff()}>
        Switch off
      </Button>
    </aside>
  );
}

/** Whether the development server answers; undefined until that is known. The browser itself goes on trying. */
function useAnswering(address: string): boolean | undefined {
  const [answering, setAnswering] = useState<boolean>();
  useEffect(() => {
    const builds = new EventSource(`${address}/@dev/builds`);
    builds.onopen = () => setAnswering(true);
    builds.onerror = () => setAnswering(false);
    return () => builds.close();
  }, [address]);
  return answering;
}
