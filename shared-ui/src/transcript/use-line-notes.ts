import { type LineNote, listLineNotes } from "@souffleur/contracts/coaching";
import { call } from "@souffleur/shared-ui";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";

const keyOf = (callId: string) => ["line-notes", callId] as const;

export interface LineNotes {
  callId: string;
  notes: readonly LineNote[];
  /** The signed-in user. */
  userId: string;
  /** Whether the user is the call's agent, who answers notes. */
  isAgent: boolean;
  /** Whether the user may write notes on the call. */
  mayWrite: boolean;
  isFailed: boolean;
  /** Loads them again after a change. */
  renew(): Promise<void>;
}

/** Reads the notes on a call's lines; for pages that show lines and their notes together. */
export const lineNotesQuery = (callId: string) =>
  queryOptions({
    queryKey: keyOf(callId),
    queryFn: async ({ signal }) => (await call(listLineNotes, { params: { callId } }, signal)).data.notes,
    // Others write them at any time; what was fetched for the lines that now appear is not fetched again.
    staleTime: 1000,
  });

/** The notes on a call's lines. */
export function useLineNotes(
  callId: string,
  user: Pick<LineNotes, "userId" | "isAgent" | "mayWrite">,
): LineNotes {
  const queryClient = useQueryClient();
  const { data, isError } = useQuery(lineNotesQuery(callId));
  return {
    callId,
    ...user,
    notes: data ?? [],
    isFailed: isError && data === undefined,
    renew: () => queryClient.invalidateQueries({ queryKey: keyOf(callId) }),
  };
}
