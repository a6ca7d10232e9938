import { limits } from "@souffleur/contracts";
import { customerLimits } from "@souffleur/contracts/customers";
import { playbookLimits } from "@souffleur/contracts/playbook";
import type { ZodType } from "zod";
import { endpoints, type NamedEndpoint } from "../../src/openapi/endpoints.ts";
import { type LargestData, largestPlaybook, slowNumber } from "./largest-data.ts";

export interface LargeRequest {
  name: string;
  method: string;
  path: string;
  body?: string;
  /** By default an administrator. */
  by?: "agent";
}

interface Definition {
  type: ZodType["type"];
  element?: ZodType;
  shape?: Record<string, ZodType>;
  innerType?: ZodType;
  in?: ZodType;
  options?: readonly ZodType[];
  checks?: readonly { _zod: { def: { check: string; maximum?: number } } }[];
}

/** A value as large as the schema allows, and within so many characters, of which every part is wrong. */
function wrongest(schema: ZodType, room: { left: number }): unknown {
  const { type, element, shape, innerType, in: first, options, checks = [] } = schema._zod.def as Definition;
  const inner = innerType ?? first ?? options?.[0];
  if (inner !== undefined) return wrongest(inner, room);
  if (shape !== undefined)
    return Object.fromEntries(
      Object.entries(shape).map(([name, field]) => {
        room.left -= name.length + 4;
        return [name, wrongest(field, room)];
      }),
    );
  if (type === "array" && element !== undefined) {
    const most = Math.min(
      ...checks.map(({ _zod: { def } }) => (def.check === "max_length" ? (def.maximum ?? 0) : 1e9)),
    );
    const entries: unknown[] = [];
    while (entries.length < most && room.left > 0) entries.push(wrongest(element, room));
    return entries;
  }
  room.left -= 2;
  return type === "string" || type === "enum" ? 0 : "";
}

/** For each call with a body, the largest one that its contract lets in, which is wrong everywhere. */
function wrongRequests(): LargeRequest[] {
  return endpoints().flatMap(
    ([name, { method, path, access, body, bodyBytes, contentType }]: NamedEndpoint) => {
      if (method === "GET" || contentType !== undefined || access === "platform") return [];
      if (body === undefined || body.type === "undefined") return [];
      const room = { left: (bodyBytes ?? limits.bodyBytes) - 1000 };
      return {
        name: `${name}, all of it wrong`,
        method,
        path: path.replace(/:\w+/g, "none"),
        body: JSON.stringify(wrongest(body, room)),
      };
    },
  );
}

/** The largest requests that are right, and those that read the largest stored data. */
function rightRequests(running: string, ended: string): LargeRequest[] {
  const entries = largestPlaybook();
  const text = "Nous parlons du prix et de la remise. ".repeat(60).slice(0, playbookLimits.tryMax);
  const rows = Array.from({ length: customerLimits.importRowsMax }, (_, line) => ({
    line: line + 1,
    customer: {
      name: `Import ${line}`,
      numbers: Array.from({ length: 10 }, (__, at) => slowNumber(900_000 + line * 10 + at)),
      notes: "Préfère le matin. ".repeat(270),
    },
  }));
  const audio = Buffer.alloc(1_100_000).toString("base64");
  const post = (name: string, path: string, body: object, method = "POST"): LargeRequest => ({
    name,
    method,
    path,
    body: JSON.stringify(body),
  });
  const get = (path: string): LargeRequest => ({
    name: path.replace(/[0-9a-f-]{36}/, "…"),
    method: "GET",
    path,
  });
  return [
    post("savePlaybookDraft", "/api/playbook/draft", { entries, revision: 0 }, "PUT"),
    post("publishPlaybook", "/api/playbook/publish", { revision: 1 }),
    post("tryPlaybook with a text", "/api/playbook/try", { text }),
    post("tryPlaybook with a call", "/api/playbook/try", { callId: ended }),
    { ...post("generateSuggestions", `/api/calls/${running}/suggestions`, {}), by: "agent" },
    post("importCustomers", "/api/customers/import", { rows, duplicates: "merge", own: false }),
    post("transcribeAudio", "/api/calls/transcribe/audio", { audio, mimeType: "audio/wav" }),
    post("eraseCustomer by number, a dry run", "/api/erasures", { customer: slowNumber(7), dryRun: true }),
    post("eraseCustomer by name, a dry run", "/api/erasures", { customer: "Client 7", dryRun: true }),
    ...[
      "/api/playbook",
      "/api/playbook/draft",
      "/api/playbook/versions",
      "/api/playbook/figures?range=7d",
      "/api/stt/terms",
      `/api/calls/${running}/replies`,
      `/api/calls/${running}/whispers`,
      `/api/calls/${running}/transcript?after=0`,
      `/api/calls/${ended}/review`,
      `/api/calls/${ended}/summary`,
      `/api/calls/${ended}/export?format=text`,
      `/api/calls/${ended}/export?format=json`,
      `/api/calls/${ended}/export?format=vcon`,
      "/api/calls?limit=100",
      "/api/calls?limit=100&q=client",
      "/api/calls/agents",
      "/api/calls/export",
      "/api/figures?range=90d",
      "/api/customers?limit=100",
      "/api/customers?limit=100&q=client",
      "/api/customers/export",
      "/api/next-steps",
      "/api/coaching",
      "/api/auth/admin/users",
    ].map(get),
  ];
}

/** @param attempt how often they were sent before */
export const largestRequests = ({ running, ended }: LargestData, attempt: number): LargeRequest[] => [
  ...wrongRequests(),
  ...rightRequests(running, ended[attempt % ended.length] ?? ""),
];
