import { readStored, writeStored } from "@souffleur/shared-ui";
import { useSearchParams } from "react-router-dom";

const sources = ["sample", "calls"] as const;
export type FiguresSource = (typeof sources)[number];

const rememberedKey = "souffleur.figures";

function asSource(value: string | null | undefined): FiguresSource | undefined {
  return sources.find((source) => source === value);
}

/** The source of the figures: from the address, else the last choice in this browser, else the samples. */
export function useFiguresSource(): [FiguresSource, (source: FiguresSource) => void] {
  const [search, setSearch] = useSearchParams();
  const source = asSource(search.get("figures")) ?? asSource(readStored(rememberedKey)) ?? "sample";
  const choose = (next: FiguresSource) => {
    writeStored(rememberedKey, next);
    const changed = new URLSearchParams(search);
    if (next === "sample") changed.delete("figures");
    else changed.set("figures", next);
    setSearch(changed, { replace: true });
  };
  return [source, choose];
}
