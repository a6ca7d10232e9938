import type { Connection } from "mongoose";
import { connectDatabase } from "../src/database/connect.ts";
import { createLogger } from "../src/http/logger.ts";

/** A stage of a plan, with what it reads from. */
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
/** One document a product, or a few a process: they never grow. */
const small = new Set(["migrations", "turns", "audit_head"]);

export interface WatchedQueries {
  connection: Connection;
  /** How many shapes of queries were seen. */
  seen(): number;
  /** Of all queries so far, one of each shape that has to read a whole collection or index. */
  scans(): Promise<string[]>;
}

/** A connection that remembers what it asks, so that the server can be asked how it finds the answers. */
export async function watchQueries(uri: string): Promise<WatchedQueries> {
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
    seen: () => shapes.size,
    async scans() {
      explaining = true;
      const found: string[] = [];
      for (const [shape, command] of shapes) {
        const { lsid: _, $db: __, $clusterTime: ___, ...explain } = command;
        // Only the first of a batch can be explained; the others have its shape.
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

/** What is asked, without what is asked for. */
function shapeOf(name: string, command: Command): string {
  const [first] = (command.updates ?? command.deletes ?? []) as { q: object }[];
  const [match] = (command.pipeline ?? []) as { $match?: object }[];
  const filter = command.filter ?? command.query ?? first?.q ?? match?.$match ?? {};
  const sort = command.sort instanceof Map ? Object.fromEntries(command.sort) : command.sort;
  const limit = command.limit === 1 ? " limit 1" : "";
  return `${name} ${command[name]} ${outline(filter)}${sort ? ` sort ${JSON.stringify(sort)}` : ""}${limit}`;
}

/** Field names and operators; values by their kind alone. */
function outline(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(outline))].join()}]`;
  if (value === null) return "null";
  if (typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return "?";
  return `{${Object.entries(value)
    .map(([name, inner]) => `${name}:${outline(inner)}`)
    .join()}}`;
}

/** Whether this stage, or one below it, reads everything; one that stops after the first does not. */
function readsAll(stage: Stage): boolean {
  if (stage.stage === "COLLSCAN") return true;
  if (stage.stage === "LIMIT" && readsInOrder(stage.inputStage)) return false;
  if (stage.indexBounds !== undefined && !stage.isSparse && !stage.isPartial) {
    const fields = Object.values(stage.indexBounds);
    // A field without bounds is one of conditions that exclude each other: nothing is read.
    const isEmpty = fields.some((bounds) => bounds.length === 0);
    if (!isEmpty && fields.flat().every((bound) => /^\[(MinKey, MaxKey|MaxKey, MinKey)\]$/.test(bound)))
      return true;
  }
  return [stage.inputStage, ...(stage.inputStages ?? [])].some(
    (below) => below !== undefined && readsAll(below),
  );
}

/** Nothing between the limit and the documents that drops or sorts any. */
function readsInOrder(stage: Stage | undefined): boolean {
  if (stage === undefined) return false;
  if ("filter" in stage || stage.stage?.startsWith("SORT")) return false;
  return stage.inputStage === undefined || readsInOrder(stage.inputStage);
}
