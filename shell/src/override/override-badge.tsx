import { clearRemoteOverride, RemoteOverride } from "@souffleur/contracts";
import { Badge, Button, RequestError, request, useSession } from "@souffleur/shared-ui";
import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { overrideElementId } from "../releases/page-elements.ts";
import { t } from "../texts/texts.ts";
import styles from "./override-badge.module.css";

/** Shows on every screen which remote is replaced in this browser, in a separate React root. */
export function showOverrideBadge(): void {
  const text = document.getElementById(overrideElementId)?.textContent;
  const override = RemoteOverride.safeParse(JSON.parse(text || "null")).data;
  if (override === undefined) return;
  const place = document.body.appendChild(document.createElement("div"));
  createRoot(place).render(<OverrideBadge override={override} />);
}

function OverrideBadge({ override: { remote, address } }: { override: RemoteOverride }) {
  const answering = useAnswering(address);
  useEndWithSession();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const switchOff = async () => {
    setBusy(true);
    try {
      await request(clearRemoteOverride);
      location.reload();
    } catch (error) {
      setBusy(false);
      setFailure(error instanceof RequestError ? (error.serverMessage ?? error.message) : String(error));
    }
  };
  return (
    <aside aria-label={t("Replaced remote")} className={styles.badge}>
      <p className={styles.text}>
        <strong>{remote}</strong>
        <span>{` ${address.replace("http://", "")}`}</span>
      </p>
      <Badge role="status" tone={failure !== undefined || answering === false ? "danger" : "warning"}>
        {failure ?? t(answering === false ? "does not answer" : "your machine")}
      </Badge>
      <Button small busy={busy} onClick={() => void switchOff()}>
        {t("Switch off")}
      </Button>
    </aside>
  );
}

/**
 * Ends the override and reloads the page at a sign-in or sign-out. Otherwise code from the developer's machine would stay
 * in the page and act with the next user's session.
 */
function useEndWithSession(): void {
  const { loading, user } = useSession();
  const before = useRef<string | null | undefined>(undefined);
  const now = user?.id ?? null;
  useEffect(() => {
    if (loading || before.current === now) return;
    const isFirst = before.current === undefined;
    before.current = now;
    if (isFirst) return;
    void request(clearRemoteOverride)
      .catch(() => undefined)
      .finally(() => location.reload());
  }, [loading, now]);
}

/** Whether the development server answers; undefined until that is known. The browser retries automatically. */
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
