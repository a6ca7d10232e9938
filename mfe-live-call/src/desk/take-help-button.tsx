import { takeHelp } from "@souffleur/contracts/desk";
import { Button, call, RequestError, toast } from "@souffleur/shared-ui";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { t } from "../texts/texts.ts";
import { openButtonId } from "./open-button-id.ts";

/** Says to the agent, and to all others that may help, that one comes; the wall shows it. */
export function TakeHelpButton({ callId }: { callId: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const take = useMutation({
    mutationFn: () => call(takeHelp, { params: { callId } }),
    onSuccess() {
      // The button goes, and must not take the focus along.
      if (document.activeElement === button.current) document.getElementById(openButtonId(callId))?.focus();
    },
    onError: (error) =>
      toast.error(
        error instanceof RequestError ? error.message : t("The agent could not be told. Try again."),
      ),
  });
  return (
    <Button ref={button} small variant="primary" busy={take.isPending} onClick={() => take.mutate()}>
      {t("I'm coming")}
    </Button>
  );
}
