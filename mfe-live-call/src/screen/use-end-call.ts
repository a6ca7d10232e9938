import { useCommands } from "@souffleur/shared-ui";
import { useLocation, useNavigate } from "react-router-dom";
import type { LiveCall } from "../call/live-call.ts";
import { searchOf } from "../lib/call-search.ts";
import { useStore } from "../lib/store.ts";
import { t } from "../texts/texts.ts";

const path = "/live-call";

/** Ends the running call, also from the palette of commands, and shows its wrap-up. */
export function useEndCall({ store, endCall }: LiveCall): () => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isOn = useStore(store, ({ call: { status } }) => status === "active" || status === "connecting");
  const end = () => {
    endCall();
    const { call, callId } = store.get();
    const isWrappedUp = call.status === "ended" && callId !== undefined;
    if (isWrappedUp && pathname !== path) navigate({ pathname: path, search: searchOf(callId) });
  };
  useCommands(isOn ? [{ label: t("End Call"), icon: "call", run: end }] : []);
  return end;
}
