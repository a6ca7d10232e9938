import { may } from "@souffleur/contracts";
import { useSession } from "@souffleur/shared-ui";

/** Whether the user may whisper, help and write notes; analysts see the calls alone. */
export function useMayCoach(): boolean {
  const { user } = useSession();
  return user !== null && may(user.role, "coach");
}
