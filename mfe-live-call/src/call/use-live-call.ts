import { useSession } from "@souffleur/shared-ui";
import { useEffect, useMemo } from "react";
import type { LiveCall } from "./live-call.ts";
import { pageCall } from "./page-call.ts";

/** The page's call, on its screen. */
export function useLiveCall(): LiveCall {
  const userId = useSession().user?.id;
  const live = useMemo(() => pageCall(userId), [userId]);
  useEffect(() => live.show(), [live]);
  return live;
}
