import { type Endpoint, type ErrorCode, errorCatalogue, Failure } from "@souffleur/contracts";
import { answerOf, errorsOf } from "../src/openapi/document.ts";
import { endpointAt } from "../src/openapi/endpoints.ts";

/** Made once for all answers of a call. */
const schemas = new Map<Endpoint, ReturnType<typeof answerOf>>();
function schemaOf(endpoint: Endpoint): ReturnType<typeof answerOf> {
  const schema = schemas.get(endpoint) ?? answerOf(endpoint);
  schemas.set(endpoint, schema);
  return schema;
}

interface Answered {
  method: string;
  path: string;
  status: number;
  /** Parsed JSON. */
  answer: unknown;
}

/** What an answer has that its contract does not allow, or a refusal without one that its code does not; undefined for nothing. */
export function faultOfAnswer({ method, path, status, answer }: Answered): string | undefined {
  const { success, code } = Object(answer);
  if (success === false && errorCatalogue[code as ErrorCode]?.status !== status)
    return `${code} has another status`;
  const [pathname = ""] = path.split("?");
  const endpoint = endpointAt(method, pathname);
  if (endpoint === undefined || (endpoint.file && status < 300)) return undefined;
  if (status >= 400) return faultOfRefusal(endpoint, answer);
  const expected = schemaOf(endpoint).safeParse(answer);
  if (!expected.success) return `its contract does not allow it: ${expected.error.message}`;
  const stray = strayField(answer, expected.data);
  return stray === undefined ? undefined : `its contract has no ${stray}`;
}

function faultOfRefusal(endpoint: Endpoint, body: unknown): string | undefined {
  const refusal = Failure.strict().safeParse(body);
  if (!refusal.success) return `it is not a failure of the contracts: ${refusal.error.message}`;
  const { code } = refusal.data;
  // Any call may fail with it, and none plans to.
  if (code === "INTERNAL") return undefined;
  return errorsOf(endpoint).includes(code) ? undefined : `its endpoint does not name ${code}`;
}

/** The path of a field that the contract does not have: parsing with the contract has dropped it. */
function strayField(given: unknown, allowed: unknown, at = ""): string | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  if (typeof allowed !== "object" || allowed === null) return at;
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(allowed, name)) return `${at}.${name}`;
    const stray = strayField(value, (allowed as Record<string, unknown>)[name], `${at}.${name}`);
    if (stray !== undefined) return stray;
  }
  return undefined;
}
