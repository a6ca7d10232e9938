import { readStored, writeStored } from "@souffleur/shared-ui";
import { useSearchParams } from "react-router-dom";
import { defaultRange, type Range, ranges } from "./figures.ts";

const rememberedKey = "souffleur.analytics.range";

function asRange(value: string | null | undefined): Range | undefined {
  return ranges.find((range) => range === value);
}

/** The range in the address, else the one chosen last in this browser, else 30 days. */
export function useRange(): [Range, (range: Range) => void] {
  const [search, setSearch] = useSearchParams();
  const range = asRange(search.get("range")) ?? asRange(readStored(rememberedKey)) ?? defaultRange;
  const choose = (next: Range) => {
    writeStored(rememberedKey, next);
    setSearch({ range: next }, { replace: true });
  };
  return [range, choose];
}
