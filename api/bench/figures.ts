/** What a benchmark found out, one line of its table. */
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

export const rounded = (number: number, digits = 2) => Number(number.toFixed(digits));

/** A row whose ratio is that of its value to its baseline, where there is one. */
export function row(name: string, value: number, goal: string, baseline?: number, digits = 2): Row {
  const both = { value: rounded(value, digits), goal };
  if (baseline === undefined) return { name, ...both };
  const ratio = baseline === 0 ? (value === 0 ? "1.00" : "") : (value / baseline).toFixed(2);
  return { name, ...both, baseline: rounded(baseline, digits), ratio };
}

/** One line a row, its cells under one another. */
export function printTable(rows: readonly (readonly (string | number)[])[]): void {
  const cells = rows.map((row) => row.map(String));
  const widths =
    cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of cells)
    console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
}
