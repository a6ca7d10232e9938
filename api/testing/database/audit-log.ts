import type { Connection } from "mongoose";
import { until } from "../app.ts";

/** The rows of the audit log that fit, the first one first, as soon as there are so many. */
export const audited = ({ connection }: { connection: Connection }, filter: object, atLeast = 1) =>
  until(async () => {
    const rows = await connection.collection("audit_log").find(filter).sort({ _id: 1 }).toArray();
    return rows.length >= atLeast && rows;
  });
