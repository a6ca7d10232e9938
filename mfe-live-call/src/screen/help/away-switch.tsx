import { readPresence, savePresence } from "@souffleur/contracts/desk";
import { call, Switch, toast } from "@souffleur/shared-ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { errorText } from "../../lib/request-errors.ts";
import { t } from "../../texts/texts.ts";

const key = ["live-call", "presence"] as const;

/** Shows colleagues that the user takes no calls for a while. */
export function AwaySwitch() {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(readPresence, {}, signal)).data.away,
  });
  const save = useMutation({
    mutationFn: (away: boolean) => call(savePresence, { body: { away } }),
    onSuccess: (_answer, away) => queryClient.setQueryData(key, away),
    onError: (error) => toast.error(errorText(error, t("Your presence could not be saved. Try again."))),
    // An answer that is in flight may be older than this change.
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
  const shown = save.isPending ? save.variables : data === true;
  return <Switch label={t("Away")} checked={shown} onChange={(away) => save.mutate(away)} />;
}
