import { type FiguresRange, figuresRanges } from "@souffleur/contracts";
import { readStored, writeStored } from "@souffleur/shared-ui";
import { useSearchParams } from "react-router-dom";

const rememberedKey = "souffleur.analytics.range";

function asRange(value: string | null | undefined): FiguresRange | undefined {
  return figuresRanges.find((range) => range === value);
}

/** A value in the address; an empty one is left out. A change replaces the history entry. */
function useAddress(name: string): [string | null, (value: string) => void] {
  const [search, setSearch] = useSearchParams();
  const set = (value: string) => {
    const changed = new URLSearchParams(search);
    if (value === "") changed.delete(name);
    else changed.set(name, value);
    setSearch(changed, { replace: true });
  };
  return [search.get(name), set];
}

/** The agent in the address whose calls alone are counted. */
export function useAgent(): [string | undefined, (agentId: string) => void] {
  const [agent, choose] = useAddress("agent");
  return [agent?.slice(0, 64) || undefined, choose];
}

/** The range in the address, else the one chosen last in this browser, else 30 days. */
export function useRange(): [FiguresRange, (range: FiguresRange) => void] {
  const [given, set] = useAddress("range");
  const choose = (range: FiguresRange) => {
    writeStored(rememberedKey, range);
    set(range);
  };
  return [asRange(given) ?? asRange(readStored(rememberedKey)) ?? "30d", choose];
}
