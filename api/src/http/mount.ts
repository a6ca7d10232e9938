import { setImmediate as turn } from "node:timers/promises";
import type { Endpoint, EndpointAnswer, ErrorCode } from "@souffleur/contracts";
import type { Request, RequestHandler, Response, Router } from "express";
import type { ZodType, z } from "zod";
import { type ApiText, type Said, textIn } from "../texts/texts.ts";
import { readBytes, readJson } from "./body.ts";
import { type AppError, appError, isAppError } from "./errors.ts";
import { type FileAnswer, sendFile } from "./file-answer.ts";
import { type Admit, type By, type Caller, type Member, requireAllowed } from "./guard.ts";
import { languageOf } from "./language.ts";
import { type Issue, readInput } from "./read-input.ts";
import { sourceOf } from "./source.ts";
import type { Turn } from "./turn.ts";

interface Input<E extends Endpoint> {
  params: z.output<E["params"]>;
  query: z.output<E["query"]>;
  body: z.output<E["body"]>;
  caller: CallerOf<E>;
  by: By<CallerOf<E>>;
  req: Request;
  res: Response;
}

/** Undefined for a public call. */
type CallerOf<E extends Endpoint> = E["access"] extends "public"
  ? undefined
  : E["access"] extends "organization"
    ? Member
    : Caller;

/** The message is translated for the caller. */
type Answer<E extends Endpoint> = Omit<EndpointAnswer<E>, "message"> & { message?: ApiText | Said };

type Handler<E extends Endpoint> = (input: Input<E>) => Promise<Answer<E> | { file: FileAnswer }>;

/**
 * Mounts a contract as a route, which checks access, then reads and checks the input, calls the handler and sends its
 * answer. Nothing of a body is read before access is checked.
 */
export type Mount = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

interface MountDeps {
  router: Router;
  admit: Admit;
  /** Called with each request of a signed-in caller, before its answer is sent; with the code of a refusal. */
  onAnswered: (
    endpoint: Endpoint,
    caller: Caller,
    input: { params: unknown; body: unknown },
    refusal?: ErrorCode,
  ) => Promise<void>;
  /** Told of each request, since it may have left work. */
  pollers: { happened(): void };
}

export function createMount({ router, admit, onAnswered, pollers }: MountDeps): Mount {
  return (endpoint, handler) => {
    const method = endpoint.method.toLowerCase() as "get" | "post" | "put" | "delete";
    const readers = endpoint.method === "GET" ? [] : readBody(endpoint);
    const enter = async (req: Request, res: Response, next: () => void) => {
      const caller = await admit(req, endpoint);
      // First, since the log names the caller of a forbidden request, too.
      res.locals.caller = caller;
      if (caller !== undefined) requireAllowed(caller, endpoint);
      next();
    };
    const answer = async (req: Request, res: Response, caller: Caller | undefined) => {
      const input = {
        params: await parse(endpoint.params, req.params),
        query: await parse(endpoint.query, req.query),
        body: await parse(endpoint.body, endpoint.body.type === "undefined" ? undefined : (req.body ?? {})),
        caller,
        by: { caller, source: sourceOf(req) },
        req,
        res,
      } as Parameters<typeof handler>[0];
      const answered = async (refusal?: ErrorCode) => {
        if (caller !== undefined) await onAnswered(endpoint, caller, input, refusal);
      };
      const given = await handler(input)
        .catch(async (thrown: unknown) => {
          if (isAppError(thrown)) await answered(thrown.code);
          throw thrown;
        })
        .finally(pollers.happened);
      await answered();
      if (!res.hasHeader("Cache-Control")) res.set("Cache-Control", "no-store");
      if ("file" in given) return sendFile(req, res, given.file);
      // In a turn of its own: what it has may have taken as long to read from the database.
      await turn();
      const { message, ...rest } = given;
      const said = typeof message === "string" ? { text: message } : message;
      res.json({
        success: true,
        ...rest,
        ...(said && { message: textIn(languageOf(req), said.text, said.values) }),
      });
    };
    router[method](endpoint.path, enter, ...readers, async (req: Request, res: Response) => {
      const { caller, turn: held } = res.locals as { caller: Caller | undefined; turn: Turn | undefined };
      held?.begin();
      await answer(req, res, caller).finally(held?.end);
    });
  };
}

function readBody({ contentType, bodyBytes }: Endpoint): RequestHandler[] {
  return contentType === undefined ? readJson({ bytes: bodyBytes }) : readBytes(contentType, bodyBytes);
}

async function parse<Schema extends ZodType>(schema: Schema, value: unknown): Promise<z.output<Schema>> {
  const parsed = await readInput(schema, value);
  if (!parsed.success) throw validationError(parsed.issues);
  return parsed.data;
}

const notAnObject: ApiText = "The request must be a JSON object";

/** The first message of each field; the refusal's text is that of the first field in the schema's order. */
function validationError(issues: readonly Issue[]): AppError {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const name = issue.path.map(String).join(".") || "body";
    if (!Object.hasOwn(fields, name)) fields[name] = issue.path.length === 0 ? notAnObject : issue.message;
  }
  const [field = "body"] = Object.keys(fields);
  return appError("VALIDATION_ERROR", { message: fields[field], field, fields });
}
