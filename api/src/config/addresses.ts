import mongoose from "mongoose";
import { parseConnectionUrl } from "nodemailer/lib/shared";

const remedy =
  "special characters of a user or password percent-encoded (# as %23, % as %25, / as %2F, ? as %3F, @ as %40)";

/** What each address must be: the end of the line that the start prints. */
export const addressErrors = {
  mongodb: `a mongodb:// or mongodb+srv:// address with the driver's own options, and ${remedy}`,
  redis: `a redis:// or rediss:// address with one host, a database's number at most behind it, no user without a password, and ${remedy}`,
  smtp: `an smtp:// or smtps:// address with one host, no path, nodemailer's options at most behind it, a user and a password or neither, and ${remedy}`,
};

/** RFC 3986, 3.2, without what no mail server and no Redis has: odd hosts, port 0, an `@` or `#` behind the host. */
const authority =
  /^(?:(?<user>[^:@/?#]*)(?::(?<password>[^/?#]*))?@)?(?<host>[\w.-]+|\[[\da-f:.]+\])(?::(?<port>\d{1,5}))?(?<rest>[/?][^@#]*)?$/i;

interface Address {
  user: string;
  password: string;
  host: string;
  path: string;
  query: URLSearchParams;
}

/**
 * The parts of an address, decoded. Undefined where it has none of these schemes, or where a parser would take a part of
 * its password for the port, the path or the query. The parsers themselves may print what they refuse, so it comes first.
 */
function readAddress(value: string, schemes: readonly string[]): Address | undefined {
  const scheme = schemes.find((each) => value.startsWith(`${each}://`));
  const parts = authority.exec(value.slice((scheme?.length ?? 0) + 3))?.groups;
  if (scheme === undefined || parts === undefined || /[\s\p{Cc}]/u.test(value) || !URL.canParse(value))
    return undefined;
  const { user = "", password = "", host = "", port, rest = "" } = parts;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return undefined;
  const [path = "", query = ""] = rest.split(/\?(.*)/s);
  try {
    const [name, secret] = [decodeURIComponent(user), decodeURIComponent(password)];
    return { user: name, password: secret, host, path, query: new URLSearchParams(query) };
  } catch {
    return undefined;
  }
}

/** Whether ioredis connects to what the address says. */
export function isRedisAddress(value: string): boolean {
  const address = readAddress(value, ["redis", "rediss"]);
  if (address === undefined || !/^\/?\d{0,3}$/.test(address.path)) return false;
  // ioredis would not sign in.
  if (address.user !== "" && address.password === "") return false;
  return [...address.query].every(([name, given]) => name === "family" && /^[046]$/.test(given));
}

const yesOrNo = /^(?:true|false)$/;
/** Options of nodemailer that say how a server is reached. Others would replace what the product relies on. */
const smtpOptions: Record<string, RegExp> = {
  requireTLS: yesOrNo,
  ignoreTLS: yesOrNo,
  opportunisticTLS: yesOrNo,
  "tls.rejectUnauthorized": yesOrNo,
  "tls.servername": /^[\w.-]+$/,
  "tls.minVersion": /^TLSv1(?:\.[123])?$/,
  authMethod: /^(?:PLAIN|LOGIN|CRAM-MD5)$/i,
  name: /^[\w.-]+$/,
  localAddress: /^[\da-f.:]+$/i,
};

/** Whether nodemailer connects to what the address says. */
export function isSmtpAddress(value: string): boolean {
  const address = readAddress(value, ["smtp", "smtps"]);
  if (address === undefined || !/^\/?$/.test(address.path)) return false;
  const { user, password, host, query } = address;
  // With one of them no server can be signed in to; SASL's PLAIN ends a value at a NUL (RFC 4616, 2).
  if ((user === "") !== (password === "") || /\p{Cc}/u.test(user + password)) return false;
  if (![...query].every(([name, given]) => smtpOptions[name]?.test(given))) return false;
  if (new Set(query.keys()).size !== [...query.keys()].length) return false;
  const { auth = { user: "", pass: "" }, host: used } = parseConnectionUrl(value);
  const isSame = auth.user === user && auth.pass === password;
  return isSame && used?.toLowerCase() === host.toLowerCase().replace(/^\[|\]$/g, "");
}

/**
 * Whether the driver, which checks hosts, credentials and options without connecting, accepts the address. It garbles
 * characters beyond ASCII that are not percent-encoded, and ends the process at the connection to an empty host, as in
 * `a,` (both seen with mongodb 7.8). Every write counts on its acknowledgement, so w=0 cannot work.
 */
export function isMongoAddress(value: string): boolean {
  if (/[^\x21-\x7e]|#/.test(value)) return false;
  try {
    const { hosts, writeConcern } = new mongoose.mongo.MongoClient(value).options;
    const isReachable = hosts.every(
      (each) => each.socketPath !== undefined || URL.canParse(`mongodb://${each}`),
    );
    return isReachable && writeConcern?.w !== 0;
  } catch {
    return false;
  }
}

/** An http or https address without user, password, query and fragment: what is behind it is added by the product. */
export function isPlainHttpAddress(value: string): boolean {
  if (!URL.canParse(value) || /[?#\s\p{Cc}]/u.test(value)) return false;
  const { protocol, username, password, port } = new URL(value);
  return /^https?:$/.test(protocol) && username === "" && password === "" && !/@/.test(value) && port !== "0";
}

/** The address of a page that a browser is led to. */
export function isWebPageAddress(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || /[\s\p{Cc}]/u.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username === "" && password === "";
}
