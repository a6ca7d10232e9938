import { readSso, removeSso, type SingleSignOnInput, saveSso } from "@souffleur/contracts/sso";
import { call, RequestError, toast } from "@souffleur/shared-ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { t } from "../texts/texts.ts";
import { useEndpoint } from "../use-endpoint.ts";
import { fieldFailure, toastFailure } from "../users/failure-text.ts";
import { useProof } from "../users/use-proof.ts";

const notSaved = "The settings could not be saved.";

/** A change that is asked for; undefined removes the provider. */
type Change = SingleSignOnInput | undefined;

/** The organization's identity provider, and its changes, for which the server may want the password again. */
export function useSso(callerId: string) {
  const queryClient = useQueryClient();
  const key = ["admin", callerId, "single-sign-on"];
  const query = useEndpoint(key, readSso);
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
      if (!fieldFailure(failure, notSaved)) toastFailure(failure, notSaved);
      // Another administrator has changed the settings: those are shown.
      if (failure instanceof RequestError && failure.status === 409) void query.refetch();
    },
  });
  return {
    query,
    save: (input: SingleSignOnInput) => mutation.mutate(input),
    remove: () => mutation.mutate(undefined),
    isBusy: mutation.isPending,
    /** The field that the server has refused. */
    error: fieldFailure(mutation.error, notSaved),
    proof,
  };
}
