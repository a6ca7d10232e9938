import { createRemoteJWKSet, errors, type JWTVerifyGetKey, customFetch as joseFetch } from "jose";
import { LRUCache } from "lru-cache";
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
} from "openid-client";
import { decryptText, encryptText } from "../crypto/encrypted-text.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Logger } from "../http/logger.ts";
import type { ApiText } from "../texts/texts.ts";
import { createProviderFetch, isAllowedAddress } from "./provider-fetch.ts";
import type { ConfiguredSso } from "./sso-records.ts";

/** A provider that has answered within this time is up; its keys are read again as often, at the latest. */
const freshMs = 60_000;
/** How long one that is down is not asked again: each sign-in would wait for it. */
const downMs = 5000;
const timeoutSeconds = 5;
const providersCached = 500;

/** A provider whose description has been read. */
export interface Provider {
  configuration: Configuration;
  /** As the provider itself writes it. */
  issuer: string;
  /** Its public keys, for tokens that it sends of its own accord. */
  keys: JWTVerifyGetKey;
}

/** A provider that describes itself, and with which nobody could sign in. */
export class UnusableProvider extends Error {
  readonly text: ApiText;

  constructor(text: ApiText) {
    super(text);
    this.text = text;
  }
}

interface Known {
  provider: Promise<Provider | undefined>;
  until: number;
}

interface Client {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export type Providers = ReturnType<typeof createProviders>;

/** The identity providers of organizations: reads and caches their descriptions, and decrypts their secrets. */
export function createProviders({
  keys,
  log,
  privateAllowed,
}: {
  keys: Keyring;
  log: Logger;
  privateAllowed: boolean;
}) {
  const fetch = createProviderFetch(privateAllowed);
  const cache = new LRUCache<string, Known>({ max: providersCached });
  const contextOf = (organizationId: string, issuer: string) => `${organizationId}|${issuer}`;

  /** @throws where it can't be reached, its address is not allowed, or it describes itself as another one */
  async function read({ issuer, clientId, clientSecret }: Client): Promise<Provider> {
    const execute = privateAllowed ? [allowInsecureRequests] : [];
    const options = { [customFetch]: fetch, timeout: timeoutSeconds, execute };
    const configuration = await discovery(
      new URL(issuer),
      clientId,
      clientSecret,
      authenticateWith(clientSecret),
      options,
    );
    const metadata = configuration.serverMetadata();
    // The library accepts descriptions of several tenants under one address: each could vouch for any of our addresses.
    if (new URL(metadata.issuer).href !== new URL(issuer).href)
      throw new Error("the provider describes itself as another one");
    for (const address of [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri])
      if (
        address === undefined ||
        !URL.canParse(address) ||
        !isAllowedAddress(new URL(address), privateAllowed)
      )
        throw new Error("the provider names an address that is missing or not allowed");
    return {
      configuration,
      issuer: metadata.issuer,
      keys: keysAt(metadata.jwks_uri ?? ""),
    };
  }

  /** Its keys; one that is not among them is looked up once more, since the provider may just have begun to use it. */
  function keysAt(address: string): JWTVerifyGetKey {
    const remote = createRemoteJWKSet(new URL(address), {
      [joseFetch]: fetch,
      timeoutDuration: timeoutSeconds * 1000,
      cooldownDuration: downMs,
    });
    return (header, token) =>
      remote(header, token).catch(async (thrown: unknown) => {
        if (!(thrown instanceof errors.JWKSNoMatchingKey)) throw thrown;
        await remote.reload();
        return remote(header, token);
      });
  }

  /** @throws also UnusableProvider, where nobody could sign in with it */
  async function tryOut(client: Client): Promise<Provider> {
    const provider = await read(client);
    const { id_token_signing_alg_values_supported: algorithms, jwks_uri } =
      provider.configuration.serverMetadata();
    if (algorithms?.every((one) => /^(?:HS|none)/.test(one)))
      throw new UnusableProvider(
        "This provider signs with the client secret alone (HS256), which proves nothing. Choose RS256 there.",
      );
    const answer = await fetch(jwks_uri ?? "");
    const { keys: published } = (await answer.json()) as { keys?: { use?: string }[] };
    if (!published?.some(({ use }) => use !== "enc"))
      throw new UnusableProvider("This provider publishes no key for signatures. Create one there.");
    return provider;
  }

  return {
    tryOut,
    encryptSecret: (organizationId: string, issuer: string, secret: string): string =>
      encryptText(keys, "sso-secret", secret, contextOf(organizationId, issuer)),
    /** The organization's provider; undefined where it can't be used at the moment, which is logged. */
    reach({ _id, provider: { issuer, clientId, secret } }: ConfiguredSso): Promise<Provider | undefined> {
      const key = JSON.stringify([_id, issuer, clientId, secret]);
      const now = performance.now();
      const known = cache.get(key);
      if (known !== undefined && known.until > now) return known.provider;
      const clientSecret = decryptText(keys, "sso-secret", secret, contextOf(_id, issuer));
      const entry: Known = {
        until: now + freshMs,
        provider: (clientSecret === undefined
          ? Promise.reject(new Error("the secret's key was removed: it must be entered again"))
          : read({ issuer, clientId, clientSecret })
        ).catch((thrown: unknown) => {
          entry.until = performance.now() + downMs;
          log.warn({ err: thrown, organization: _id }, "identity provider not usable");
          return undefined;
        }),
      };
      cache.set(key, entry);
      return entry.provider;
    },
    /** Has its description and keys read again: a token was not as expected. */
    forget({ _id, provider: { issuer, clientId, secret } }: ConfiguredSso): void {
      cache.delete(JSON.stringify([_id, issuer, clientId, secret]));
    },
  };
}

/** Without a list of methods a provider takes the basic one (OpenID Connect Discovery 1.0, 3). */
function authenticateWith(clientSecret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const isPosted = methods !== undefined && !methods.includes("client_secret_basic");
    (isPosted ? post : basic)(server, ...request);
  };
}
