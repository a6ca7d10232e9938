import { takeHelp } from "@souffleur/contracts/desk";
import { Button, call, RequestError, toast } from "@souffleur/shared-ui";
import { useMutation } from "@tanstack/react-query";

/** Says to the agent, and to all others that may help, that one comes; the wall shows it. */
export function TakeHelpButton({ callId }: { callId: string }) {
  const take = useMutation({
    mutationFn: () => call(takeHelp, { params: { callId } }),
    onError: (error) =>
      toast.error(error instanceof RequestError ? error.message : "The agent could not be told. Try again."),
  });
  return (
    <Button small variant="primary" busy={take.isPending} onClick={() => take.mutate()}>
      I'm coming
    </Button>
  );
}
