// @ts-nocheck: the provider's package has no types.
// An OpenID Connect provider in a process of its own, for tests; its parent says by messages whom it knows and what it gets wrong.
import { createServer } from "node:http";
import { exportJWK, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from "jose";
import { Provider } from "oidc-provider";

/** @typedef {{ sub: string, [claim: string]: unknown }} Person */
/** @typedef {"unsigned" | "foreign-key" | "audience" | "issuer" | "nonce" | "expired" | "subject"} Fault */

const clientId = "souffleur";
const clientSecret = "a-secret-of-the-provider-0123456789";

/** @type {Map<string, Person>} By the address that a browser brings as `login_hint`. */
const people = new Map();
let client = { redirectUris: [], logoutUri: "http://127.0.0.1:9/" };
/** @type {Fault | undefined} What is wrong with the ID tokens. */
let fault;
/** @type {Record<string, unknown>} Replaces parts of the description. */
let description = {};
let isDenying = false;
/** @type {{ status?: number, type?: string, body?: string } | undefined} Answers for the user information. */
let information;
/** @type {object} What the ID tokens say besides. */
let token = {};

const server = createServer((req, res) => {
  if (req.url?.startsWith("/token") && (fault !== undefined || Object.keys(token).length > 0))
    changeBody(res, replaceToken);
  if (req.url?.startsWith("/me") && information !== undefined) {
    res.writeHead(information.status ?? 200, { "Content-Type": information.type ?? "application/json" });
    res.end(information.body ?? "");
    return;
  }
  if (req.url?.startsWith("/.well-known/")) changeBody(res, async (body) => ({ ...body, ...description }));
  void current.handle(req, res);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
const address = server.address();
const issuer = `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`;
let current = await newProvider();

process.on("message", async (/** @type {any} */ message) => {
  if (message.people) for (const [email, person] of message.people) people.set(email, person);
  if (message.client) client = { ...client, ...message.client };
  if (message.client || message.rotate) current = await newProvider();
  if ("fault" in message) fault = message.fault ?? undefined;
  if ("description" in message) description = message.description;
  if ("information" in message) information = message.information ?? undefined;
  if ("token" in message) token = message.token;
  if ("deny" in message) isDenying = message.deny;
  let answer;
  if (message.logout) answer = await logOut(message.logout);
  if (message.sign) answer = await current.sign(message.sign);
  process.send?.({ done: message.id, answer });
});
process.send?.({ issuer, clientId, clientSecret });

async function newProvider() {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: `key-${Math.random()}`, alg: "RS256", use: "sig" };
  const provider = new Provider(issuer, {
    clients: [clientId, `${clientId}-2`].map((id) => ({
      client_id: id,
      client_secret: clientSecret,
      redirect_uris: client.redirectUris,
      backchannel_logout_uri: client.logoutUri,
      backchannel_logout_session_required: true,
    })),
    jwks: { keys: [key] },
    cookies: { keys: ["a-key-of-the-tests"] },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "given_name", "family_name", "groups"],
    },
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: false } },
    // Its own guard would refuse the addresses of this machine.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined }),
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: async () => [...people.values()].find(({ sub }) => sub === id) ?? { sub: id },
    }),
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId,
        accountId: ctx.oidc.session?.accountId,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  return {
    provider,
    /** @param {Record<string, unknown>} claims */
    sign: async (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "RS256", kid: key.kid, typ: "logout+jwt" })
        .sign(await importJWK(key, "RS256")),
    /** @param {import("node:http").IncomingMessage} req @param {import("node:http").ServerResponse} res */
    async handle(req, res) {
      if (!req.url?.startsWith("/interaction/")) return callback(req, res);
      // Everybody whom it knows is let in at once, without a question.
      const { params } = await provider.interactionDetails(req, res);
      const person = people.get(String(params.login_hint));
      const isKnown = person !== undefined && !isDenying;
      await provider.interactionFinished(
        req,
        res,
        isKnown ? { login: { accountId: person.sub } } : { error: "access_denied" },
      );
    },
  };
}

/** @param {{ sub: string, sid: string }} session */
async function logOut({ sub, sid }) {
  const found = await current.provider.Client.find(clientId);
  return found.backchannelLogout(sub, sid).then(
    () => "accepted",
    (/** @type {Error} */ error) => error.message,
  );
}

/** Has the answer's JSON changed before it is sent. @param {import("node:http").ServerResponse} res @param {(body: any) => Promise<object>} change */
function changeBody(res, change) {
  const end = res.end.bind(res);
  res.end = (chunk) => {
    void change(JSON.parse(String(chunk))).then((body) => {
      const text = JSON.stringify(body);
      res.setHeader("Content-Length", Buffer.byteLength(text));
      end(text);
    });
    return res;
  };
}

/** @param {{ id_token?: string }} body */
async function replaceToken(body) {
  if (body.id_token === undefined) return body;
  const [, payload = ""] = body.id_token.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  if (fault === "unsigned") return { ...body, id_token: new UnsecuredJWT(claims).encode() };
  if (fault === "foreign-key") {
    const { privateKey } = await generateKeyPair("RS256");
    const header = JSON.parse(Buffer.from(body.id_token.split(".")[0] ?? "", "base64url").toString());
    return { ...body, id_token: await new SignJWT(claims).setProtectedHeader(header).sign(privateKey) };
  }
  const wrong = {
    audience: { aud: "another-client" },
    issuer: { iss: "http://127.0.0.1:9" },
    nonce: { nonce: "another-nonce" },
    expired: { exp: claims.iat - 3600, iat: claims.iat - 7200 },
    subject: { sub: "another-person" },
  }[/** @type {string} */ (fault)];
  return { ...body, id_token: await current.sign({ ...claims, ...wrong, ...token }) };
}
