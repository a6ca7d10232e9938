import * as z from "zod";
import type { ErrorCode } from "./error-codes.ts";
import type { Capability, TokenScope } from "./roles.ts";

/**
 * Required access: none, a session, the session of an account with an organization, the right to manage users (`isAdmin`),
 * or platform administration.
 */
export type Access = "public" | "session" | "organization" | "admin" | "platform";

/** The headings of the OpenAPI document. */
export type Tag =
  | "Sessions"
  | "Accounts"
  | "Passkeys"
  | "Single sign-on"
  | "Tokens"
  | "Webhooks"
  | "Verification"
  | "Administration"
  | "Calls"
  | "Customers"
  | "Data"
  | "Suggestions"
  | "Desk"
  | "Coaching"
  | "Playbook"
  | "Transcription"
  | "Releases"
  | "Overrides";

/** Buckets in which public calls share a limit; also labels of a metric. The API's `request-limits.ts` has the numbers. */
export type SourceBucket = "signIn" | "registration" | "verification" | "reports" | "renewal" | "anonymous";

/** What authenticates the caller; "body" is a password, code or token in the body, "none" makes the others optional. */
export type Credential =
  | "accessToken"
  | "organizationToken"
  | "renewalCookie"
  | "releasesToken"
  | "body"
  | "none";

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
  /** A capability that the caller's role needs besides. Access and capability are checked before the body is read. */
  readonly capability?: Capability;
  /** Also for an organization's tokens that have this scope, whatever capability the call needs of people. */
  readonly scope?: TokenScope;
  /** Also for a session that lacks the passkey that its organization demands. */
  readonly withoutPasskey?: true;
  readonly tag: Tag;
  readonly summary: string;
  /** Error codes besides those that follow from access, body and parameters. */
  readonly errors: readonly ErrorCode[];
  /**
   * For a public call: the bucket that it shares with others, or its own number of requests per minute and source. For other
   * calls: the requests per minute and account; by default only the account's general limit applies.
   */
  readonly limit?: SourceBucket | number;
  /**
   * Any of these is sufficient; by default the access token, an organization's token where there is a scope, and nothing for
   * a public call.
   */
  readonly credential: readonly Credential[];
  /** Valid input. */
  readonly example: Partial<EndpointExample>;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The answer's `data`. */
  readonly data: Data;
  /** Fields that the specification places beside `success` rather than inside `data`. */
  readonly top: Top;
  /** The media type of a body that is not JSON; its schema checks the bytes. */
  readonly contentType?: string;
  /** The maximal size of the body, where it is not the default; at most 2 MB, except for archives of releases. */
  readonly bodyBytes?: number;
  /** The media types of an answer that is a file instead of JSON. */
  readonly file?: readonly string[];
}

interface EndpointExample {
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
}

/** Whether a part of the input is optional. */
type IsOptional<Input> = [undefined] extends [Input]
  ? true
  : Record<never, never> extends Input
    ? true
    : false;
type Part<Name extends string, Input> =
  IsOptional<Input> extends true ? { readonly [N in Name]?: Input } : { readonly [N in Name]: Input };

/** Required for all input except binary bodies. */
type Example<Params extends Shape, Query extends Shape, Body extends z.ZodType> = Part<
  "params",
  z.input<Params>
> &
  Part<"query", z.input<Query>> &
  (z.input<Body> extends Uint8Array ? unknown : Part<"body", z.input<Body>>);

/** Fields that some calls require: an example of required input, and the limit of a public call. */
type Demanded<A extends Access, E> = Part<"example", E> &
  (A extends "public" ? { limit: SourceBucket | number } : { limit?: number });

const nothing = z.object({});
type Nothing = typeof nothing;
const noData = z.undefined();

type OptionalField = "capability" | "scope" | "withoutPasskey" | "contentType" | "bodyBytes" | "file";

/** Describes a call for the server's `mount` and the browser's `call`. */
export function endpoint<
  Params extends Shape = Nothing,
  Query extends Shape = Nothing,
  Body extends z.ZodType = z.ZodUndefined,
  Data extends z.ZodType = z.ZodUndefined,
  Top extends Shape = Nothing,
  const A extends Access = Access,
>(
  method: Endpoint["method"],
  path: string,
  definition: Pick<Endpoint, "tag" | "summary"> &
    Partial<Pick<Endpoint, "errors" | "credential" | OptionalField>> & {
      access: A;
      params?: Params;
      query?: Query;
      body?: Body;
      data?: Data;
      top?: Top;
    } & Demanded<A, Example<Params, Query, Body>>,
): Endpoint<Params, Query, Body, Data, Top, A> {
  return {
    method,
    path,
    errors: [],
    credential: [
      ...(definition.access === "public" ? [] : (["accessToken"] as const)),
      ...(definition.scope === undefined ? [] : (["organizationToken"] as const)),
    ],
    example: {},
    params: nothing as unknown as Params,
    query: nothing as unknown as Query,
    body: noData as unknown as Body,
    data: noData as unknown as Data,
    top: nothing as unknown as Top,
    ...definition,
  };
}

/** The input of a call: path parameters, query and body. */
export type EndpointInput<E extends Endpoint> = {
  params: z.input<E["params"]>;
  query: z.input<E["query"]>;
  body: z.input<E["body"]>;
};

/** Not `Record<string, never>` for a schema without fields, which would exclude the other fields of the answer. */
type FieldsOf<S extends Shape> = keyof S["shape"] extends never ? unknown : z.output<S>;

/** A successful answer without `success`. */
export type EndpointAnswer<E extends Endpoint> = { message?: string } & (undefined extends z.output<E["data"]>
  ? { data?: z.output<E["data"]> }
  : { data: z.output<E["data"]> }) &
  FieldsOf<E["top"]>;
