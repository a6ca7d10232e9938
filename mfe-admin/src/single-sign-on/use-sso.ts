import { readSso, removeSso, type SingleSignOnInput, saveSso } from "@souffleur/contracts/sso";
import { call, RequestError, toast } from "@souffleur/shared-ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../texts/texts.ts";
import { endsSession, ownFailureText, settingsTexts } from "../users/failure-text.ts";

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
  const [unproven, setUnproven] = useState<{ change: Change }>();
  const mutation = useMutation({
    mutationFn: async (change: Change) =>
      (await (change === undefined ? call(removeSso) : call(saveSso, { body: change }))).data,
    onSuccess: (data, change) => {
      queryClient.setQueryData(key, data);
      toast.success(t(change === undefined ? "Single sign-on removed." : "Settings saved."));
    },
    onError: (failure, change) => {
      if (endsSession(failure)) return;
      if (failure instanceof RequestError && failure.code === "PROOF_REQUIRED") setUnproven({ change });
      else if (fieldOf(failure) === undefined) toast.error(ownFailureText(failure, settingsTexts.saving));
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
    proof: unproven && {
      onProven: () => {
        setUnproven(undefined);
        mutation.mutate(unproven.change);
      },
      onClose: () => setUnproven(undefined),
    },
  };
}

function fieldOf(failure: unknown): string | undefined {
  return failure instanceof RequestError ? failure.field : undefined;
}
