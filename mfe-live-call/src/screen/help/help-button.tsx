import { askForHelp, withdrawHelp } from "@souffleur/contracts/desk";
import { Button, call, HelpIcon, shortcutsOn, toast } from "@souffleur/shared-ui";
import { useMutation } from "@tanstack/react-query";
import type { LiveCallState } from "../../call/live-call-state.ts";
import { errorText } from "../../lib/request-errors.ts";
import { type Store, useStore } from "../../lib/store.ts";
import { useKeyPress } from "../../lib/use-key-press.ts";
import { t } from "../../texts/texts.ts";

/** Asks colleagues for help, or withdraws the request; the key H does the same. */
export function HelpButton({ store }: { store: Store<LiveCallState> }) {
  const callId = useStore(store, (state) => state.callId);
  const isAsked = useStore(store, ({ help }) => help !== undefined);
  const toggle = useMutation({
    mutationFn: async (asks: boolean) => {
      const input = { params: { callId: callId ?? "" } };
      if (!asks) await call(withdrawHelp, input);
      return asks ? (await call(askForHelp, input)).data.help : undefined;
    },
    // The event for it may arrive later or be lost.
    onSuccess: (help) => store.set((state) => (state.callId === callId ? { ...state, help } : state)),
    onError: (error) => toast.error(errorText(error, t("Help could not be asked for. Try again."))),
  });
  const press = () => {
    if (!toggle.isPending && callId !== undefined) toggle.mutate(!isAsked);
  };
  useKeyPress(({ key, control, modified, typing, repeated }) => {
    if (key.toLowerCase() !== "h" || control || modified || typing || !shortcutsOn()) return false;
    if (!repeated) press();
    return true;
  });
  return (
    <Button aria-keyshortcuts="h" disabled={callId === undefined} busy={toggle.isPending} onClick={press}>
      {!toggle.isPending && <HelpIcon aria-hidden />}
      <span>{t(isAsked ? "Help asked for" : "Ask for help")}</span>
    </Button>
  );
}
