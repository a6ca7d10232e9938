import { createServer } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { listen } from "../../tools/network.ts";

/** An identity provider that describes itself, and ends the sessions of somebody whom nobody knows. */
export async function startDescriber() {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const keys = { keys: [{ ...(await exportJWK(publicKey)), alg: "RS256" }] };
  const server = createServer((req, res) => {
    const urls = { authorization_endpoint: "/auth", token_endpoint: "/token", jwks_uri: "/keys" };
    const absolute = Object.entries(urls).map(([name, path]) => [name, issuer + path]);
    res.setHeader("Content-Type", "application/json");
    res.end(JSON.stringify(req.url === "/keys" ? keys : { issuer, ...Object.fromEntries(absolute) }));
  });
  const issuer = `http://127.0.0.1:${await listen(server, "127.0.0.1")}`;
  const logoutToken = await new SignJWT({
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
  })
    .setProtectedHeader({ alg: "RS256" })
    .setIssuer(issuer)
    .setAudience("souffleur")
    .setSubject("nobody")
    .setIssuedAt()
    .setJti("1")
    .sign(privateKey);
  return { issuer, logoutToken, close: () => server.close() };
}
