import { useSession } from "@souffleur/shared-ui";
import { useEffect, useState } from "react";
import { unsentWrapUps } from "../../save-drafts.ts";

/** What is saved at once is not named in between. */
const lookMs = 2000;

/** The user's calls whose wrap-up waits to be sent. */
export function useUnsent(): readonly string[] {
  const userId = useSession().user?.id ?? "";
  const [unsent, setUnsent] = useState<readonly string[]>([]);
  useEffect(() => {
    const look = () => {
      const found = unsentWrapUps(userId);
      setUnsent((before) => (before.join() === found.join() ? before : found));
    };
    const timer = setInterval(look, lookMs);
    return () => clearInterval(timer);
  }, [userId]);
  return unsent;
}
