import {
  createToken,
  deleteToken,
  listTokens,
  type OrganizationToken,
  type TokenInput,
} from "@souffleur/contracts/tokens";
import { call, toast } from "@souffleur/shared-ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { t } from "../texts/texts.ts";
import { useEndpoint } from "../use-endpoint.ts";
import { fieldFailure, toastFailure } from "../users/failure-text.ts";
import { useProof } from "../users/use-proof.ts";

const notCreated = "The token could not be created.";

/** The organization's tokens and their changes; for a new one the server may want the password again. */
export function useTokens(callerId: string) {
  const queryClient = useQueryClient();
  const key = ["admin", callerId, "tokens"];
  const query = useEndpoint(key, listTokens);
  const reload = () => queryClient.invalidateQueries({ queryKey: key });
  const { withProof, dialog: proof } = useProof(t("A token lets a program act for your organization."));
  const creation = useMutation({
    mutationFn: (input: TokenInput) => withProof(async () => (await call(createToken, { body: input })).data),
    onSuccess: reload,
    onError: (failure) => fieldFailure(failure, notCreated) || toastFailure(failure, notCreated),
  });
  const deletion = useMutation({
    mutationFn: ({ id }: OrganizationToken) => call(deleteToken, { params: { id } }),
    onSuccess: () => toast.success(t("Token deleted.")),
    onError: (failure) => toastFailure(failure, "The token could not be deleted."),
    // Another administrator may have deleted it.
    onSettled: reload,
  });
  return {
    query,
    create: creation.mutate,
    /** What was created last, until it is dismissed; this alone contains the token. */
    created: creation.data,
    dismiss: creation.reset,
    isCreating: creation.isPending,
    /** The field that the server has refused. */
    error: fieldFailure(creation.error, notCreated),
    remove: deletion.mutate,
    proof,
  };
}
