import { type Onboarding, readOnboarding, saveOnboarding } from "@souffleur/contracts";
import { call, useSession } from "@souffleur/shared-ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";

/** What the user is to do and to be shown as somebody new; undefined until it is known, and after a failure. */
export function useOnboarding() {
  const queryClient = useQueryClient();
  const key = ["onboarding", useSession().user?.id];
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(readOnboarding, {}, signal)).data,
    // What happened on other screens is ticked when the user is back.
    refetchOnMount: "always",
  });

  /** Closes the card at once. A save that fails is repeated by the next press, or the next visit. */
  const close = () => {
    queryClient.setQueryData<Onboarding>(key, (before) => before && { ...before, isClosed: true });
    call(saveOnboarding, { body: { closed: true } }).catch(console.warn);
  };
  return { onboarding: data, close };
}
