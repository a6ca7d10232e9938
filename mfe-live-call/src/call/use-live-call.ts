import { useSession } from "@souffleur/shared-ui";
import { useEffect, useMemo } from "react";
import type { LiveCall } from "./live-call.ts";
import { type CallBar, pageCall } from "./page-call.ts";

/** The page's call, on its screen. @param Bar shows it on other screens */
export function useLiveCall(Bar: CallBar): LiveCall {
  const userId = useSession().user?.id;
  const live = useMemo(() => pageCall(userId, Bar), [userId, Bar]);
  useEffect(() => live.show(), [live]);
  return live;
}
