import { type FiguresSource, figuresSources } from "@souffleur/contracts";
import { useSearchParams } from "react-router-dom";
import { useOnboarding } from "./use-onboarding.ts";

function asSource(value: string | null | undefined): FiguresSource | undefined {
  return figuresSources.find((source) => source === value);
}

/** The source of the figures: from the address, else the account's last choice, else the samples. */
export function useFiguresSource(): [FiguresSource, (source: FiguresSource) => void] {
  const [search, setSearch] = useSearchParams();
  const { onboarding, save } = useOnboarding();
  const source = asSource(search.get("figures")) ?? asSource(onboarding?.figures) ?? "sample";
  const choose = (next: FiguresSource) => {
    save({ figures: next });
    const changed = new URLSearchParams(search);
    if (next === "sample") changed.delete("figures");
    else changed.set("figures", next);
    setSearch(changed, { replace: true });
  };
  return [source, choose];
}
