import { takeHelp } from "@souffleur/contracts/desk";
import { Button, call, toast } from "@souffleur/shared-ui";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { errorText } from "../lib/request-errors.ts";
import { t } from "../texts/texts.ts";
import { openButtonId } from "./open-button-id.ts";

/** Announces to the agent and to other possible helpers that this user comes to help; the wall shows it. */
export function TakeHelpButton({ callId }: { callId: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const take = useMutation({
    mutationFn: () => call(takeHelp, { params: { callId } }),
    onSuccess() {
      // The button disappears: the focus moves to the button that opens the call.
      if (document.activeElement === button.current) document.getElementById(openButtonId(callId))?.focus();
    },
    onError: (error) => toast.error(errorText(error, t("The agent could not be told. Try again."))),
  });
  return (
    <Button ref={button} small variant="primary" busy={take.isPending} onClick={() => take.mutate()}>
      {t("I'm coming")}
    </Button>
  );
}
