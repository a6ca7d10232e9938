import { askForHelp, withdrawHelp } from "@souffleur/contracts/desk";
import { Button, call, HelpIcon, shortcutsOn, toast, useCommands } from "@souffleur/shared-ui";
import { elapsed } from "@souffleur/shared-ui/transcript";
import { useKeyPress } from "@souffleur/shared-ui/wrap-up";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { localTime } from "../../call/follow-call.ts";
import type { LiveCallState } from "../../call/live-call-state.ts";
import { errorText } from "../../lib/request-errors.ts";
import { type Store, useStore } from "../../lib/store.ts";
import { t } from "../../texts/texts.ts";
import styles from "./help-button.module.css";

interface HelpButtonProps {
  store: Store<LiveCallState>;
  /** The window whose key H asks; by default the page's. */
  own?: Window;
}

/** Asks colleagues for help. It withdraws the request until a colleague has taken it, and then shows their name. */
export function HelpButton({ store, own }: HelpButtonProps) {
  const callId = useStore(store, (state) => state.callId);
  const help = useStore(store, (state) => state.help);
  const change = useMutation({
    mutationFn: async (asks: boolean) => {
      const input = { params: { callId: callId ?? "" } };
      if (!asks) await call(withdrawHelp, input);
      return asks ? (await call(askForHelp, input)).data.help : undefined;
    },
    // The event for it may arrive later or be lost.
    onSuccess: (next) => store.set((state) => (state.callId === callId ? { ...state, help: next } : state)),
    onError: (error) => toast.error(errorText(error, t("Help could not be asked for. Try again."))),
  });
  const isTaken = help?.takenBy !== undefined;
  const isDisabled = callId === undefined || isTaken;
  const ask = () => {
    if (!change.isPending && !isDisabled && help === undefined) change.mutate(true);
  };
  // It only asks: a second press, by mistake or in haste, must not withdraw the request.
  useKeyPress(({ key, control, modified, typing, repeated }) => {
    if (key !== "h" || control || modified || typing || !shortcutsOn()) return false;
    if (!repeated) ask();
    return true;
  }, own);
  const canAsk = own === undefined && !isDisabled && help === undefined;
  useCommands(canAsk ? [{ label: t("Ask for help"), icon: "help", keys: ["h"], run: ask }] : []);
  return (
    <Button
      aria-keyshortcuts="h"
      disabled={isDisabled}
      busy={change.isPending}
      className={styles.help}
      onClick={() => (help === undefined ? ask() : change.mutate(false))}
    >
      {!change.isPending && <HelpIcon aria-hidden />}
      {help === undefined && <span>{t("Ask for help")}</span>}
      {help !== undefined && isTaken && (
        <span className={styles.name}>
          {t("{name} is with you", { name: help.takenBy?.name.split(" ")[0] ?? "" })}
        </span>
      )}
      {help !== undefined && !isTaken && (
        <>
          <span>
            <span className={styles.word}>{`${t("Waiting")} `}</span>
            <Waited since={help.askedAt} />
          </span>
          <span className={styles.cancel}>{t("Cancel")}</span>
        </>
      )}
    </Button>
  );
}

/** The time since a request, as minutes and seconds. */
function Waited({ since }: { since: string }) {
  const read = () => elapsed(localTime(since), Date.now());
  const [seconds, setSeconds] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(elapsed(localTime(since), Date.now())), 1000);
    return () => clearInterval(timer);
  }, [since]);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  // A name that changes every second would be announced every second.
  return (
    <span aria-hidden className={styles.waited}>
      {clock}
    </span>
  );
}
