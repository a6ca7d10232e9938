import { type FiguresRange, figuresRanges } from "@souffleur/contracts";
import { readStored, writeStored } from "@souffleur/shared-ui";
import { useSearchParams } from "react-router-dom";

const rememberedKey = "souffleur.analytics.range";

function asRange(value: string | null | undefined): FiguresRange | undefined {
  return figuresRanges.find((range) => range === value);
}

/** The range in the address, else the one chosen last in this browser, else 30 days. */
export function useRange(): [FiguresRange, (range: FiguresRange) => void] {
  const [search, setSearch] = useSearchParams();
  const range = asRange(search.get("range")) ?? asRange(readStored(rememberedKey)) ?? "30d";
  const choose = (next: FiguresRange) => {
    writeStored(rememberedKey, next);
    const changed = new URLSearchParams(search);
    changed.set("range", next);
    setSearch(changed, { replace: true });
  };
  return [range, choose];
}
