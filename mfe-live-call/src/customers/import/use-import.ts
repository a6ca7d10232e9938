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
        const some = table.rows.slice(done.current, done.current + rowsAtOnce);
        const rows = some.map(({ line, fields }) => ({ line, customer: customerOf(fields, columns) }));
        const sent = await call(importCustomers, { body: { rows, duplicates, own } }).catch(
          (error: unknown) => pauseOf(error, signal),
        );
        if (sent === undefined) continue;
        done.current += some.length;
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
