import { connectDatabase } from "../../src/database/connect.ts";
import { createLogger } from "../../src/http/logger.ts";

interface Stage {
  stage?: string;
  inputStage?: Stage;
  inputStages?: Stage[];
  isSparse?: boolean;
  isPartial?: boolean;
  indexBounds?: Record<string, string[]>;
}

type Command = Record<string, unknown>;

const asking = ["find", "aggregate", "update", "delete", "findAndModify", "count", "distinct"] as const;
/** Collections that do not grow. */
const small = new Set(["migrations", "turns", "audit_head"]);

export type WatchedQueries = Awaited<ReturnType<typeof watchQueries>>;

/** A connection that records its queries, so that their plans can be examined. */
export async function watchQueries(uri: string) {
  const connection = await connectDatabase(`${uri}&monitorCommands=true`, createLogger("silent"));
  const shapes = new Map<string, Command>();
  let explaining = false;
  connection.getClient().on("commandStarted", ({ commandName, command }) => {
    if (explaining || !asking.some((name) => name === commandName)) return;
    if (small.has(command[commandName])) return;
    shapes.set(shapeOf(commandName, command), command);
  });
  return {
    connection,
    /** The number of different query shapes so far. */
    seen: () => shapes.size,
    /** The query shapes so far that read a whole collection or index. */
    async scans(): Promise<string[]> {
      explaining = true;
      const found: string[] = [];
      for (const [shape, command] of shapes) {
        const { lsid: _, $db: __, $clusterTime: ___, ...explain } = command;
        // Only the first of a batch can be explained; the others have the same shape.
        if (Array.isArray(explain.updates)) explain.updates = explain.updates.slice(0, 1);
        const plan = await connection.db?.command({ explain, verbosity: "queryPlanner" });
        const { queryPlanner } = (plan?.stages?.[0]?.$cursor ?? plan) as {
          queryPlanner: { winningPlan: Stage };
        };
        if (readsAll(queryPlanner.winningPlan)) found.push(shape);
      }
      explaining = false;
      return found;
    },
  };
}

/** The command, collection, filter and sort, without values. */
function shapeOf(name: string, command: Command): string {
  const [first] = (command.updates ?? command.deletes ?? []) as { q: object }[];
  const [match] = (command.pipeline ?? []) as { $match?: object }[];
  const filter = command.filter ?? command.query ?? first?.q ?? match?.$match ?? {};
  const sort = command.sort instanceof Map ? Object.fromEntries(command.sort) : command.sort;
  const limit = command.limit === 1 ? " limit 1" : "";
  return `${name} ${command[name]} ${outline(filter)}${sort ? ` sort ${JSON.stringify(sort)}` : ""}${limit}`;
}

/** Field names and operators, with placeholders for values. */
function outline(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(outline))].join()}]`;
  if (value === null) return "null";
  if (typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return "?";
  return `{${Object.entries(value)
    .map(([name, inner]) => `${name}:${outline(inner)}`)
    .join()}}`;
}

/** Whether this stage or one of its inputs reads everything; a limit stops one that reads in order. */
function readsAll(stage: Stage): boolean {
  if (stage.stage === "COLLSCAN") return true;
  if (stage.stage === "LIMIT" && readsInOrder(stage.inputStage)) return false;
  if (stage.indexBounds !== undefined && !stage.isSparse && !stage.isPartial) {
    const fields = Object.values(stage.indexBounds);
    // A field without bounds has contradictory conditions: nothing is read.
    const isEmpty = fields.some((bounds) => bounds.length === 0);
    if (!isEmpty && fields.flat().every((bound) => /^\[(MinKey, MaxKey|MaxKey, MinKey)\]$/.test(bound)))
      return true;
  }
  return [stage.inputStage, ...(stage.inputStages ?? [])].some(
    (below) => below !== undefined && readsAll(below),
  );
}

/** Whether no stage below filters or sorts. */
function readsInOrder(stage: Stage | undefined): boolean {
  if (stage === undefined) return false;
  if ("filter" in stage || stage.stage?.startsWith("SORT")) return false;
  return stage.inputStage === undefined || readsInOrder(stage.inputStage);
}
