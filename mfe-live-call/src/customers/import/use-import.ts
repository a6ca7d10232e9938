import { customerLimits, type ImportResult, importCustomers } from "@souffleur/contracts/customers";
import { call } from "@souffleur/shared-ui";
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
  const stopped = useRef(false);

  async function run({ columns, duplicates, own }: ImportOptions): Promise<void> {
    setState("running");
    setFailure(undefined);
    stopped.current = false;
    try {
      while (done.current < table.rows.length && !stopped.current) {
        const some = table.rows.slice(done.current, done.current + rowsAtOnce);
        const rows = some.map(({ line, fields }) => ({ line, customer: customerOf(fields, columns) }));
        const { data } = await call(importCustomers, { body: { rows, duplicates, own } });
        done.current += some.length;
        setResults((before) => [...before, ...data.results]);
      }
      setState(stopped.current ? "failed" : "done");
    } catch (error) {
      setFailure(failureText(error));
      setState("failed");
    } finally {
      onStored();
    }
  }

  return {
    results,
    state,
    failure,
    run,
    stop: () => {
      stopped.current = true;
    },
  };
}
