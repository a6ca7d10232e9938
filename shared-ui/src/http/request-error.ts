import type { ErrorCode } from "@souffleur/contracts";

type Kind = "api" | "network" | "timeout" | "unexpected";

/** A newer server or a proxy may use codes that are not in the contracts. */
type Code = ErrorCode | (string & {});

interface Details {
  code?: Code | undefined;
  status?: number | undefined;
  field?: string | undefined;
  fields?: Record<string, string> | undefined;
  current?: Record<string, unknown> | undefined;
  serverMessage?: string | undefined;
  /** Whether the answer is a web page: of something between here and the server, which answers calls with JSON. */
  isPage?: boolean;
  /** Seconds until another attempt makes sense. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** The only error that calls throw. `message` is from the catalogue, `serverMessage` from the server. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly code: Code | undefined;
  readonly status: number | undefined;
  readonly field: string | undefined;
  readonly fields: Record<string, string>;
  /** The stored state, if a change was refused because it was based on an older one. */
  readonly current: Record<string, unknown> | undefined;
  readonly serverMessage: string | undefined;
  readonly isPage: boolean;
  readonly retryAfter: number | undefined;

  constructor(
    readonly kind: Kind,
    message: string,
    details: Details = {},
  ) {
    super(message, { cause: details.cause });
    this.code = details.code;
    this.status = details.status;
    this.field = details.field;
    this.fields = details.fields ?? {};
    this.current = details.current;
    this.serverMessage = details.serverMessage;
    this.isPage = details.isPage ?? false;
    this.retryAfter = details.retryAfter;
  }
}
