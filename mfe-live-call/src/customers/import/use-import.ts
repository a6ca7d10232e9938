import type { CustomerFields } from "@souffleur/contracts/customer-fields";
import { customerLimits, type ImportResult, importCustomers } from "@souffleur/contracts/customers";
import { call, RequestError } from "@souffleur/shared-ui";
import { wait } from "@souffleur/shared-ui/saving";
import { useRef, useState } from "react";
import { failureText } from "../use-customers.ts";
import type { Column } from "./columns.ts";
import { customerOf, type Table } from "./read-table.ts";

export interface ImportOptions {
  columns: readonly (Column | undefined)[];
  duplicates: "merge" | "leave";
  own: boolean;
}

/** Rows of one request are stored within seconds, so that the progress moves. */
const rowsAtOnce = Math.min(100, customerLimits.importRowsMax);
/** Of the rows of one request, whose body has little else. */
const bytesAtOnce = 0.9 * customerLimits.importBodyBytes;

/** The next rows of a table for one request: at least one. */
function rowsFrom({ rows }: Table, first: number, columns: ImportOptions["columns"]) {
  const encoder = new TextEncoder();
  const next: { line: number; customer: CustomerFields }[] = [];
  let bytes = 0;
  for (const { line, fields } of rows.slice(first, first + rowsAtOnce)) {
    const row = { line, customer: customerOf(fields, columns) };
    bytes += encoder.encode(JSON.stringify(row)).length;
    if (next.length > 0 && bytes > bytesAtOnce) break;
    next.push(row);
  }
  return next;
}

/** Sends the rows of a table, some at a time; after a failure it goes on where it stopped. */
export function useImport(table: Table, onStored: () => void) {
  const [results, setResults] = useState<readonly ImportResult[]>([]);
  const [state, setState] = useState<"ready" | "running" | "failed" | "done">("ready");
  const [failure, setFailure] = useState<string>();
  const done = useRef(0);
  const stopping = useRef(new AbortController());

  async function run({ columns, duplicates, own }: ImportOptions): Promise<void> {
    setState("running");
    setFailure(undefined);
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    try {
      while (done.current < table.rows.length && !signal.aborted) {
        const rows = rowsFrom(table, done.current, columns);
        const sent = await call(importCustomers, { body: { rows, duplicates, own } }).catch(
          (error: unknown) => pauseOf(error, signal),
        );
        if (sent === undefined) continue;
        done.current += rows.length;
        setResults((before) => [...before, ...sent.data.results]);
      }
      setState(done.current < table.rows.length ? "failed" : "done");
    } catch (error) {
      setFailure(failureText(error));
      setState("failed");
    } finally {
      onStored();
    }
  }
  return { results, state, failure, run, stop: () => stopping.current.abort() };
}

/** A long table has more requests than a minute allows: the import waits, and is no failure. @throws any other error */
async function pauseOf(error: unknown, signal: AbortSignal): Promise<void> {
  if (!(error instanceof RequestError) || error.code !== "RATE_LIMITED") throw error;
  await wait((error.retryAfter ?? 1) * 1000, signal);
}
