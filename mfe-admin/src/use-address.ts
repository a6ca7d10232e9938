import { useSearchParams } from "react-router-dom";

/** The state of the screen in the address. A change replaces the history entry: Back leaves the screen. */
export function useAddress<Tab extends string>(allowed: readonly Tab[]) {
  const [params, setParams] = useSearchParams();
  const tab = allowed.find((name) => name === params.get("tab")) ?? allowed[0];
  const set = (changes: Readonly<Record<string, string | undefined>>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  return { tab, params, set };
}
