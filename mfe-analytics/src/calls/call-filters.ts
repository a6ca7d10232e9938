import {
  CallSource,
  CallStatus,
  type EndpointInput,
  limits,
  type listCalls,
  Outcome,
} from "@souffleur/contracts";
import { localDay } from "@souffleur/shared-ui/figures";
import type { Text } from "../texts/texts.ts";

/** Lengths of calls in whole seconds, both ends included. */
export const lengths = {
  "0-1": { label: "Under 1 min", maxSeconds: 59 },
  "1-5": { label: "1–5 min", minSeconds: 60, maxSeconds: 299 },
  "5-15": { label: "5–15 min", minSeconds: 300, maxSeconds: 899 },
  "15-30": { label: "15–30 min", minSeconds: 900, maxSeconds: 1799 },
  "over-30": { label: "30 min and more", minSeconds: 1800 },
} as const satisfies Record<string, { label: Text; minSeconds?: number; maxSeconds?: number }>;
type Length = keyof typeof lengths;

export const statusLabels: Readonly<Record<CallStatus, Text>> = {
  active: "In progress",
  ended: "Ended",
};

/** Ended calls without an outcome. */
export const toWrapUp = "to_wrap_up";

/** The search and the filters of the list, as in the address. */
export interface CallFilters {
  /** Words to search for. */
  readonly q?: string | undefined;
  readonly agent?: string | undefined;
  readonly outcome?: Outcome | typeof toWrapUp | undefined;
  readonly source?: CallSource | undefined;
  /** "true": practice calls, which are left out otherwise. */
  readonly practice?: "true" | undefined;
  readonly status?: CallStatus | undefined;
  readonly length?: Length | undefined;
  /** The first and the last day in the local time zone, as `2026-03-31`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const filters = ["agent", "outcome", "source", "practice", "status", "length", "from", "to"] as const;

function oneOf<Value extends string>(options: readonly Value[], value: string | null): Value | undefined {
  return options.find((option) => option === value);
}

/** A list that is wanted often: one filter with its value. */
export interface Preset {
  label: Text;
  name: "outcome" | "from" | "practice";
  value: string;
}

/** @param today in local time; a week begins on Monday */
export function presetsOf(today: Date): readonly Preset[] {
  const [year, month, date] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const monday = new Date(year, month, date - ((today.getDay() + 6) % 7));
  return [
    { label: "To wrap up", name: "outcome", value: toWrapUp },
    { label: "This week", name: "from", value: localDay(monday.getTime()) },
    { label: "Lost on price", name: "outcome", value: "too_expensive" satisfies Outcome },
    { label: "Practice", name: "practice", value: "true" },
  ];
}

/** How many filters are set, other than the search. */
export const countOf = (list: CallFilters): number =>
  filters.filter((name) => list[name] !== undefined).length;

/** Reads the address; invalid values count as missing. */
export function readFilters(params: URLSearchParams): CallFilters {
  return {
    q: params.get("q")?.trim().slice(0, limits.callSearchMax) || undefined,
    agent: params.get("agent")?.slice(0, 64) || undefined,
    outcome: oneOf([...Outcome.options, toWrapUp], params.get("outcome")),
    source: oneOf(CallSource.options, params.get("source")),
    practice: oneOf(["true"], params.get("practice")),
    status: oneOf(CallStatus.options, params.get("status")),
    length: oneOf(Object.keys(lengths) as Length[], params.get("length")),
    from: readDay(params.get("from")),
    to: readDay(params.get("to")),
  };
}

/** The query of the address, without unset filters. */
export function writeFilters(list: CallFilters): URLSearchParams {
  const names = ["q", ...filters] as const;
  return new URLSearchParams(names.flatMap((name) => (list[name] ? [[name, list[name]]] : [])));
}

/** The query for the API. Days begin and end in the local time zone, also when the clock changes. */
export function queryOf({ q, agent, outcome, source, practice, status, length, from, to }: CallFilters) {
  const { label: _, ...seconds } = length === undefined ? { label: "" } : lengths[length];
  return {
    ...(q && { q }),
    ...(agent && { agentId: agent }),
    ...(outcome === toWrapUp ? { toWrapUp: "true" as const } : outcome && { outcome }),
    ...(source && { source }),
    // A call that was started as a test is asked for by its source, too.
    ...(practice ? { practice } : source !== "simulation" && { practice: "false" as const }),
    ...(status && { status }),
    ...seconds,
    ...(from && { from: startOfDay(from, 0) }),
    ...(to && { to: startOfDay(to, 1) }),
  } satisfies EndpointInput<typeof listCalls>["query"];
}

function readDay(value: string | null): string | undefined {
  if (value === null || !/^(19|20)\d\d-\d\d-\d\d$/.test(value)) return undefined;
  return new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) ? value : undefined;
}

function startOfDay(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}
