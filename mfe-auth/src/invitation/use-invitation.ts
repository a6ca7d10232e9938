import { type EndpointAnswer, readInvitation } from "@souffleur/contracts";
import { request } from "@souffleur/shared-ui";
import { useCallback, useEffect, useState } from "react";
import { failureText, isLinkRefused } from "../layout/failures.ts";
import { useMailedToken } from "../layout/mailed-link.ts";

type Offered = EndpointAnswer<typeof readInvitation>["data"];

export type LoadedInvitation =
  | { state: "loading" }
  | { state: "open"; token: string; offered: Offered }
  /** `isFinal` where a repeated request would get the same answer. */
  | { state: "failed"; text: string; isFinal: boolean };

/** The invitation of a mailed link. */
export function useInvitation() {
  const token = useMailedToken();
  const [invitation, setInvitation] = useState<LoadedInvitation>({ state: "loading" });

  const load = useCallback(
    async (signal?: AbortSignal) => {
      setInvitation({ state: "loading" });
      try {
        const { data: offered } = await request(
          readInvitation,
          { query: { token } },
          { ...(signal && { signal }) },
        );
        if (!signal?.aborted) setInvitation({ state: "open", token, offered });
      } catch (error) {
        if (!signal?.aborted) setInvitation(failed(error));
      }
    },
    [token],
  );
  useEffect(() => {
    const leaving = new AbortController();
    void load(leaving.signal);
    return () => leaving.abort();
  }, [load]);

  return { invitation, retry: () => void load(), end: (error: unknown) => setInvitation(failed(error)) };
}

function failed(error: unknown): LoadedInvitation {
  return { state: "failed", text: failureText(error), isFinal: isLinkRefused(error) };
}
