import { useSearchParams } from "react-router-dom";
import { defaultRange, type Range, ranges } from "./figures.ts";

const rememberedKey = "souffleur.analytics.range";

function asRange(value: string | null): Range | undefined {
  return ranges.find((range) => range === value);
}

function rememberedRange(): Range | undefined {
  try {
    return asRange(localStorage.getItem(rememberedKey));
  } catch {
    return undefined;
  }
}

/** The range that the address names, else the one chosen last in this browser, else 30 days. */
export function useRange(): [Range, (range: Range) => void] {
  const [search, setSearch] = useSearchParams();
  const range = asRange(search.get("range")) ?? rememberedRange() ?? defaultRange;
  const choose = (next: Range) => {
    try {
      localStorage.setItem(rememberedKey, next);
    } catch {
      // Without storage the address alone remembers.
    }
    setSearch({ range: next }, { replace: true });
  };
  return [range, choose];
}
