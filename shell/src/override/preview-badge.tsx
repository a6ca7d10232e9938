import { closeRemotePreview, RemotePreview } from "@souffleur/contracts/previews";
import { Badge, Button, request, useSession } from "@souffleur/shared-ui";
import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { previewElementId } from "../releases/page-elements.ts";
import { t } from "../texts/texts.ts";
import styles from "./preview-badge.module.css";
import { refusalText } from "./refusal-text.ts";

/** Shows on every screen which release is previewed in this browser, in a separate React root. */
export function showPreviewBadge(): void {
  const text = document.getElementById(previewElementId)?.textContent;
  const preview = RemotePreview.safeParse(JSON.parse(text || "null")).data;
  if (preview === undefined) return;
  const place = document.body.appendChild(document.createElement("div"));
  createRoot(place).render(<PreviewBadge preview={preview} />);
}

function PreviewBadge({ preview: { name, remote, version } }: { preview: RemotePreview }) {
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEndWithSession();
  const switchOff = async () => {
    setBusy(true);
    try {
      await request(closeRemotePreview);
      location.reload();
    } catch (error) {
      setBusy(false);
      setFailure(refusalText(error));
    }
  };
  return (
    <aside aria-label={t("Preview")} className={styles.badge} title={version}>
      <p className={styles.text}>
        <strong>{remote}</strong>
        <span>{` ${name}`}</span>
      </p>
      <Badge role="status" tone={failure === undefined ? "warning" : "danger"}>
        {failure ?? t("preview")}
      </Badge>
      <Button small busy={busy} onClick={() => void switchOff()}>
        {t("Switch off")}
      </Button>
    </aside>
  );
}

/** The server forgets the preview at a sign-in or sign-out; its code must not stay in the page and act with the next session. */
function useEndWithSession(): void {
  const { loading, user } = useSession();
  const before = useRef<string | null | undefined>(undefined);
  const now = user?.id ?? null;
  useEffect(() => {
    if (loading || before.current === now) return;
    if (before.current !== undefined) location.reload();
    before.current = now;
  }, [loading, now]);
}
