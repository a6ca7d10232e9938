// @ts-nocheck: as in identity-provider.mjs, whose messages it understands, where they need no fault.
// An OpenID Connect provider that shares no code with ours or with the other one: Better Auth's.
import { createServer } from "node:http";
import { oauthProvider } from "@better-auth/oauth-provider";
import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import { toNodeHandler } from "better-auth/node";
import { jwt } from "better-auth/plugins";

const password = "Rideau-Rouge-7";
const tables =
  "user session account verification jwks oauthClient oauthResource oauthClientResource oauthAccessToken oauthRefreshToken oauthConsent oauthClientAssertion";
const database = Object.fromEntries(tables.split(" ").map((name) => [name, []]));
/** The sessions at the provider, by subject: the headers that its browsers send. */
const sessions = new Map();

const server = createServer((req, res) => void handle(req, res));
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
const origin = `http://127.0.0.1:${server.address().port}`;
const auth = betterAuth({
  baseURL: origin,
  secret: "a-secret-of-the-tests-0123456789-abcdef",
  database: memoryAdapter(database),
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  plugins: [
    jwt({ jwks: { keyPairConfig: { alg: "RS256" } } }),
    oauthProvider({
      loginPage: "/login",
      consentPage: "/consent",
      scopes: ["openid", "profile", "email"],
      silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
    }),
  ],
});
const answer = toNodeHandler(auth);

const { headers } = await enter((options) =>
  auth.api.signUpEmail({ ...options, body: { email: "owner@provider.example", password, name: "Owner" } }),
);
const client = await auth.api.createOAuthClient({
  headers,
  body: { redirect_uris: ["https://client.example/"], token_endpoint_auth_method: "client_secret_basic" },
});
// It registers no addresses of this machine, and asks each person for their consent.
const stored = database.oauthClient[0];
Object.assign(stored, { skipConsent: true, backchannelLogoutSessionRequired: true });

process.on("message", async (/** @type {any} */ message) => {
  let answer;
  if (message.people) for (const [email, person] of message.people) answer = await know(email, person);
  const { redirectUris, logoutUri } = message.client ?? {};
  if (redirectUris) stored.redirectUris = redirectUris;
  if (logoutUri) stored.backchannelLogoutUri = logoutUri;
  if (message.logout) await auth.api.signOut({ headers: sessions.get(message.logout.sub) });
  process.send?.({ done: message.id, answer });
});
process.send?.({
  issuer: `${origin}/api/auth`,
  clientId: client.client_id,
  clientSecret: client.client_secret,
});

/** @returns the headers of the session that a sign-in opens, and the cookies that it sets */
async function enter(open) {
  const response = await open({ asResponse: true });
  const cookies = response.headers.getSetCookie();
  const cookie = cookies.map((line) => line.split(";")[0]).join("; ");
  return { cookies, headers: new Headers({ cookie }) };
}

/** Gives somebody an account. @returns its subject, which the provider chooses */
async function know(email, { email_verified: emailVerified = false }) {
  await auth.api.signUpEmail({ body: { email, password, name: "Ada Lovelace" } });
  const user = database.user.find((one) => one.email === email);
  user.emailVerified = emailVerified;
  return user.id;
}

async function handle(req, res) {
  const url = new URL(req.url ?? "", origin);
  // The tests visit as a browser that follows a link.
  req.headers["sec-fetch-mode"] = "navigate";
  if (url.pathname !== "/login") return answer(req, res);
  const email = url.searchParams.get("login_hint") ?? "";
  const { cookies, headers: own } = await enter((options) =>
    auth.api.signInEmail({ ...options, body: { email, password } }),
  );
  sessions.set(database.user.find((one) => one.email === email)?.id, own);
  for (const name of ["sig", "exp"]) url.searchParams.delete(name);
  res.writeHead(302, {
    Location: `/api/auth/oauth2/authorize?${url.searchParams}`,
    "Set-Cookie": cookies,
  });
  res.end();
}
