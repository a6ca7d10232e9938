import * as z from "zod";
import type { ErrorCode } from "./error-codes.ts";

/** Required access: none, a session, the right to manage users (`isAdmin`), or that of a platform administrator. */
export type Access = "public" | "session" | "admin" | "platform";

/** The headings of the API's description. */
export type Tag =
  | "Sessions"
  | "Accounts"
  | "Verification"
  | "Administration"
  | "Calls"
  | "Data"
  | "Suggestions"
  | "Desk"
  | "Playbook"
  | "Transcription"
  | "Releases"
  | "Overrides";

/** Buckets in which public calls share a limit, also a metric's labels; the API's `call-limits.ts` has the numbers. */
export type SourceBucket = "signIn" | "registration" | "verification" | "reports" | "renewal" | "anonymous";

/** What proves the caller; "body" is a password, a code or a token among the fields, "none" makes the others optional. */
export type Credential = "accessToken" | "renewalCookie" | "releasesToken" | "body" | "none";

type Shape = z.ZodObject<z.ZodRawShape>;

export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  Top extends Shape = Shape,
  A extends Access = Access,
> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Express notation: `/api/calls/:callId/notes`. */
  readonly path: string;
  readonly access: A;
  readonly tag: Tag;
  readonly summary: string;
  /** Codes of this call's own, besides those that follow from its access, its body and its parameters. */
  readonly refusals: readonly ErrorCode[];
  /**
   * Of a public call, how often a minute one source may make it: the bucket that it shares with others, or a number
   * for it alone. Of any other call, how often a minute one account may make it; none but the account's own by default.
   */
  readonly limit?: SourceBucket | number;
  /** Any one of these is enough. */
  readonly credential: readonly Credential[];
  /** Input that the call takes. */
  readonly example: Partial<EndpointExample>;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The answer's `data`. */
  readonly data: Data;
  /** Fields that the specification places beside `success` rather than inside `data`. */
  readonly top: Top;
  /** Of a body that is not JSON; its schema takes the bytes. */
  readonly contentType?: string;
  /** Largest accepted body in bytes where it is not the usual one. */
  readonly bodyBytes?: number;
  /** The media types of an answer that is a file and not JSON. */
  readonly file?: readonly string[];
}

interface EndpointExample {
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
}

/** Whether a call can be made without this part of its input. */
type IsOptional<Input> = [undefined] extends [Input]
  ? true
  : Record<never, never> extends Input
    ? true
    : false;
type Part<Name extends string, Input> =
  IsOptional<Input> extends true ? { readonly [N in Name]?: Input } : { readonly [N in Name]: Input };

/** Bytes make no example. */
type Example<Params extends Shape, Query extends Shape, Body extends z.ZodType> = Part<
  "params",
  z.input<Params>
> &
  Part<"query", z.input<Query>> &
  (z.input<Body> extends Uint8Array ? unknown : Part<"body", z.input<Body>>);

/** What the compiler requires where the call needs it: an example of its input, and the limit of a public one. */
type Demanded<A extends Access, E> = Part<"example", E> &
  (A extends "public" ? { limit: SourceBucket | number } : { limit?: number });

const nothing = z.object({});
type Nothing = typeof nothing;
const noData = z.undefined();

/** Describes one call once, for the server's `mount` and for the browser's `call`. */
export function endpoint<
  Params extends Shape = Nothing,
  Query extends Shape = Nothing,
  Body extends z.ZodType = z.ZodUndefined,
  Data extends z.ZodType = z.ZodUndefined,
  Top extends Shape = Nothing,
  const A extends Access = Access,
>(
  definition: {
    method: Endpoint["method"];
    path: string;
    access: A;
    tag: Tag;
    summary: string;
    refusals?: readonly ErrorCode[];
    /** The access token by default, and nothing for a public call. */
    credential?: readonly Credential[];
    params?: Params;
    query?: Query;
    body?: Body;
    data?: Data;
    top?: Top;
    contentType?: string;
    bodyBytes?: number;
    file?: readonly string[];
  } & Demanded<A, Example<Params, Query, Body>>,
): Endpoint<Params, Query, Body, Data, Top, A> {
  return {
    refusals: [],
    credential: definition.access === "public" ? [] : ["accessToken"],
    example: {},
    params: nothing as unknown as Params,
    query: nothing as unknown as Query,
    body: noData as unknown as Body,
    data: noData as unknown as Data,
    top: nothing as unknown as Top,
    ...definition,
  };
}

/** What the caller hands in: path parameters, query and body, each only where the contract has one. */
export type EndpointInput<E extends Endpoint> = {
  params: z.input<E["params"]>;
  query: z.input<E["query"]>;
  body: z.input<E["body"]>;
};

/** An object schema without fields would allow none beside it either (`Record<string, never>`). */
type FieldsOf<S extends Shape> = keyof S["shape"] extends never ? unknown : z.output<S>;

/** What a successful answer carries besides `success`. */
export type EndpointAnswer<E extends Endpoint> = { message?: string } & (undefined extends z.output<E["data"]>
  ? { data?: undefined }
  : { data: z.output<E["data"]> }) &
  FieldsOf<E["top"]>;
