import { type FiguresSource, type Onboarding, readOnboarding, saveOnboarding } from "@souffleur/contracts";
import { call, useSession } from "@souffleur/shared-ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";

/** What the user is to do and to be shown as somebody new; undefined until it is known, and after a failure. */
export function useOnboarding() {
  const queryClient = useQueryClient();
  const key = ["onboarding", useSession().user?.id];
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(readOnboarding, {}, signal)).data,
    // What happened on other screens is known when the user is back.
    refetchOnMount: "always",
  });

  /** Shown at once. A save that fails is repeated by the next press, or the next visit. */
  const save = (fact: { closed: true } | { turned: true } | { figures: FiguresSource }) => {
    const shown = "closed" in fact ? { isClosed: true } : "turned" in fact ? { turnsFigures: false } : fact;
    queryClient.setQueryData<Onboarding>(key, (before) => before && { ...before, ...shown });
    call(saveOnboarding, { body: fact }).catch(console.warn);
  };
  return { onboarding: data, save };
}
