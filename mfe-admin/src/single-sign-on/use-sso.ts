import { readSso, removeSso, type SingleSignOnInput, saveSso } from "@souffleur/contracts/sso";
import { call, RequestError, toast } from "@souffleur/shared-ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "../texts/texts.ts";
import { endsSession, ownFailureText, settingsTexts } from "../users/failure-text.ts";
import { useProof } from "../users/proof-dialog.tsx";

/** A change that is asked for; undefined removes the provider. */
type Change = SingleSignOnInput | undefined;

/** The organization's identity provider, and its changes, for which the server may want the password again. */
export function useSso(callerId: string) {
  const queryClient = useQueryClient();
  const key = ["admin", callerId, "single-sign-on"];
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(readSso, {}, signal)).data,
    refetchOnMount: "always",
  });
  const { withProof, dialog: proof } = useProof(t("Who may sign in depends on this setting."));
  const mutation = useMutation({
    mutationFn: (change: Change) =>
      withProof(
        async () => (await (change === undefined ? call(removeSso) : call(saveSso, { body: change }))).data,
      ),
    onSuccess: (data, change) => {
      if (data === undefined) return;
      queryClient.setQueryData(key, data);
      toast.success(t(change === undefined ? "Single sign-on removed." : "Settings saved."));
    },
    onError: (failure) => {
      if (endsSession(failure)) return;
      if (fieldOf(failure) === undefined) toast.error(ownFailureText(failure, settingsTexts.saving));
      // Another administrator has changed the settings: those are shown.
      if (failure instanceof RequestError && failure.status === 409) void query.refetch();
    },
  });
  const field = fieldOf(mutation.error);
  return {
    query,
    save: (input: SingleSignOnInput) => mutation.mutate(input),
    remove: () => mutation.mutate(undefined),
    isBusy: mutation.isPending,
    /** The field that the server has refused. */
    error:
      field === undefined ? undefined : { field, text: ownFailureText(mutation.error, settingsTexts.saving) },
    proof,
  };
}

function fieldOf(failure: unknown): string | undefined {
  return failure instanceof RequestError ? failure.field : undefined;
}
