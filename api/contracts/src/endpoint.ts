import * as z from "zod";

/** Who may call: anyone, anyone signed in, who manages users (the `isAdmin` predicate), or a platform administrator. */
export type Access = "public" | "session" | "admin" | "platform";

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
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The answer's `data`. */
  readonly data: Data;
  /** Fields that the specification wants beside `success` rather than inside `data`. */
  readonly top: Top;
  /** Largest accepted body in bytes where it is not the usual one. */
  readonly bodyBytes?: number;
  /** Media type of a body that is bytes and no JSON. */
  readonly contentType?: string;
}

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
>(definition: {
  method: Endpoint["method"];
  path: string;
  access: A;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  data?: Data;
  top?: Top;
  bodyBytes?: number;
  contentType?: string;
}): Endpoint<Params, Query, Body, Data, Top, A> {
  return {
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
