import { toast, useRunningCall } from "@souffleur/shared-ui";
import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";

const id = "running-call";
const screen = "/live-call";

/** A toast for a call that runs while another screen is shown, with a link to it. */
export function CallNotices() {
  const call = useRunningCall();
  const navigate = useNavigate();
  const isShown = useLocation().pathname.startsWith(screen);
  const callId = call?.callId;
  const showNotice = useEffectEvent(() =>
    toast.info(call?.clientName ? `Call in progress with ${call.clientName}.` : "Call in progress.", {
      id,
      lasting: true,
      action: { label: "Open", onPress: () => navigate(screen) },
    }),
  );
  useEffect(() => {
    if (callId === undefined || isShown) return undefined;
    showNotice();
    return () => toast.dismiss(id);
  }, [callId, isShown]);
  return null;
}
