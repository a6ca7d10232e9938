import {
  createToken,
  deleteToken,
  listTokens,
  type OrganizationToken,
  type TokenInput,
} from "@souffleur/contracts/tokens";
import { call, RequestError, toast } from "@souffleur/shared-ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "../texts/texts.ts";
import { endsSession, type FailureTexts, ownFailureText } from "../users/failure-text.ts";
import { useProof } from "../users/proof-dialog.tsx";

const creatingTexts: FailureTexts = {
  refused: "The token could not be created.",
  unanswered: "The token could not be created. Please try again.",
};
const deletingTexts: FailureTexts = {
  refused: "The token could not be deleted.",
  unanswered: "The token could not be deleted. Please try again.",
};

const fieldOf = (failure: unknown) => (failure instanceof RequestError ? failure.field : undefined);

/** The organization's tokens and their changes; for a new one the server may want the password again. */
export function useTokens(callerId: string) {
  const queryClient = useQueryClient();
  const key = ["admin", callerId, "tokens"];
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(listTokens, {}, signal)).data.tokens,
    refetchOnMount: "always",
  });
  const reload = () => queryClient.invalidateQueries({ queryKey: key });
  const { withProof, dialog: proof } = useProof(t("A token lets a program act for your organization."));
  const creation = useMutation({
    mutationFn: (input: TokenInput) => withProof(async () => (await call(createToken, { body: input })).data),
    onSuccess: reload,
    onError: (failure) => {
      if (!endsSession(failure) && fieldOf(failure) === undefined)
        toast.error(ownFailureText(failure, creatingTexts));
    },
  });
  const deletion = useMutation({
    mutationFn: ({ id }: OrganizationToken) => call(deleteToken, { params: { id } }),
    onSuccess: () => toast.success(t("Token deleted.")),
    onError: (failure) => {
      if (!endsSession(failure)) toast.error(ownFailureText(failure, deletingTexts));
    },
    // Another administrator may have deleted it.
    onSettled: reload,
  });
  const field = fieldOf(creation.error);
  return {
    query,
    create: (input: TokenInput) => !creation.isPending && creation.mutate(input),
    /** What was created last, until it is dismissed; this alone contains the token. */
    created: creation.data,
    dismiss: creation.reset,
    isCreating: creation.isPending,
    /** The field that the server has refused. */
    error: field === undefined ? undefined : { field, text: ownFailureText(creation.error, creatingTexts) },
    remove: (token: OrganizationToken) => !deletion.isPending && deletion.mutate(token),
    proof,
  };
}
