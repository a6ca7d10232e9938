/** One result of a benchmark: a line of its table. */
export interface Row {
  name: string;
  value: number | string;
  baseline?: number | string | undefined;
  ratio?: number | string | undefined;
  goal?: string;
}

/** The value below which this share of the numbers lies. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

export const median = (numbers: readonly number[]) => percentile(numbers, 0.5);

const rounded = (number: number, digits = 2) => Number(number.toFixed(digits));

/** Milliseconds that the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** The 99th percentile of many runs, in milliseconds. */
export async function slowTime(rounds: number, run: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timed(() => run(round)));
  return percentile(times, 0.99);
}

/** A row with the ratio of its value to its baseline, if it has one. */
export function row(name: string, value: number, goal: string, baseline?: number, digits = 2): Row {
  const both = { value: rounded(value, digits), goal };
  if (baseline === undefined) return { name, ...both };
  const ratio = baseline === 0 ? (value === 0 ? "1.00" : "") : (value / baseline).toFixed(2);
  return { name, ...both, baseline: rounded(baseline, digits), ratio };
}

/** Prints one line for each row, in aligned columns. */
export function printTable(rows: readonly (readonly (string | number)[])[]): void {
  const cells = rows.map((row) => row.map(String));
  const widths =
    cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of cells)
    console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
}
