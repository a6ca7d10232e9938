import { ConfirmDialog } from "@souffleur/shared-ui";
import { useBeforeUnload, useBlocker } from "react-router-dom";
import { t } from "../texts/texts.ts";

/** Asks for confirmation before the user leaves a running call, except by signing out. */
export function LeaveGuard({ inCall }: { inCall: boolean }) {
  useBeforeUnload((event) => {
    if (inCall) event.preventDefault();
  });
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      inCall && nextLocation.pathname !== "/login" && nextLocation.pathname !== currentLocation.pathname,
  );
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      title={t("Leave the call?")}
      description={t(
        "The call continues, but your microphone stops recording. Return any time from Live Call.",
      )}
      confirmVariant="danger"
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
