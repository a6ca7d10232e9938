import { limits } from "@souffleur/contracts";
import {
  type AcceptedPasskeys,
  type CreatedPasskey,
  PasskeyCreation,
  PasskeyRequest,
  type UsedPasskey,
} from "@souffleur/contracts/passkeys";
import type { z } from "zod";
import { isUsable, type StoredPasskey } from "../auth/accounts/passkey.ts";
import type { Config } from "../config.ts";
import { tryParseJson } from "../http/try-parse-json.ts";

/** The algorithms that all browsers know: Ed25519, ES256 and RS256 (RFC 9053, RFC 8812). */
const algorithms = [-8, -7, -257];

/** Loaded with the first ceremony: it and its certificates' formats took a tenth of the time in which the API is imported. */
const library = () => import("@simplewebauthn/server");

export type Ceremonies = ReturnType<typeof createCeremonies>;

/**
 * The two ceremonies of Web Authentication, for the configured public address: its host is the RP ID, and pages of that
 * host's allowed origins alone may use a passkey.
 */
export function createCeremonies({
  PUBLIC_URL,
  allowedOrigins,
}: Pick<Config, "PUBLIC_URL" | "allowedOrigins">) {
  const rpID = new URL(PUBLIC_URL).hostname;
  const site = {
    expectedRPID: rpID,
    expectedOrigin: allowedOrigins.filter((origin) => new URL(origin).hostname === rpID),
    requireUserVerification: true,
  };
  /** As authenticators keep and show an account. */
  const entity = ({ id, email, name }: Owner) => ({
    userID: handleOf(id),
    userName: email,
    userDisplayName: name,
  });
  const descriptors = (passkeys: readonly StoredPasskey[]) =>
    passkeys.map(({ credentialId: id }) => ({ id }));

  return {
    async creationOptions(
      owner: Owner,
      known: readonly StoredPasskey[],
      challenge: string,
    ): Promise<z.output<typeof PasskeyCreation>> {
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        rpID,
        rpName: "Souffleur",
        ...entity(owner),
        challenge: bytes(challenge),
        timeout: limits.passkeyChallengeMs,
        attestationType: "none",
        excludeCredentials: descriptors(known),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        supportedAlgorithmIDs: algorithms,
      });
      return PasskeyCreation.parse(options);
    },

    /** @param passkeys those that may be used; by default any, which the browser offers */
    async requestOptions(
      challenge: string,
      passkeys: readonly StoredPasskey[] = [],
    ): Promise<z.output<typeof PasskeyRequest>> {
      const { generateAuthenticationOptions } = await library();
      const options = await generateAuthenticationOptions({
        rpID,
        challenge: bytes(challenge),
        timeout: limits.passkeyChallengeMs,
        userVerification: "required",
        allowCredentials: descriptors(passkeys),
      });
      return PasskeyRequest.parse(options);
    },

    accepted(owner: Owner, passkeys: readonly StoredPasskey[]): AcceptedPasskeys {
      const { userID, userName, userDisplayName } = entity(owner);
      return {
        rpId: rpID,
        userId: Buffer.from(userID).toString("base64url"),
        name: userName,
        displayName: userDisplayName,
        allAcceptedCredentialIds: passkeys.filter(isUsable).map(({ credentialId }) => credentialId),
      };
    },

    /** The created credential; undefined where the answer is not to this challenge, or not of this site. */
    async created(answer: CreatedPasskey, challenge: string): Promise<CreatedCredential | undefined> {
      const { verifyRegistrationResponse } = await library();
      const { verified, registrationInfo } = await accepted(() =>
        verifyRegistrationResponse({
          ...site,
          response: { ...answer, clientExtensionResults: {} },
          expectedChallenge: challenge,
          supportedAlgorithmIDs: algorithms,
        }),
      );
      // The authenticator's id counts, not the one that the browser names.
      if (verified !== true || registrationInfo?.credential.id !== answer.id) return undefined;
      const { credential, credentialBackedUp } = registrationInfo;
      return {
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        isSynced: credentialBackedUp,
      };
    },

    /**
     * The counter of a use, which the library does not compare: what is not signed with the passkey is not taken for one that
     * goes back. Undefined where the answer is not to this challenge, not of this site, or not of this account's passkey.
     */
    async used(
      answer: UsedPasskey,
      challenge: string,
      { id, passkey }: { id: string; passkey: StoredPasskey },
    ): Promise<number | undefined> {
      const { userHandle = null, ...response } = answer.response;
      if (userHandle !== null && userHandle !== Buffer.from(handleOf(id)).toString("base64url"))
        return undefined;
      const { verifyAuthenticationResponse } = await library();
      const { verified, authenticationInfo } = await accepted(() =>
        verifyAuthenticationResponse({
          ...site,
          response: { ...answer, response, clientExtensionResults: {} },
          expectedChallenge: challenge,
          credential: { id: passkey.credentialId, publicKey: bytes(passkey.publicKey), counter: 0 },
        }),
      );
      return verified === true ? authenticationInfo?.newCounter : undefined;
    },
  };
}

interface Owner {
  id: string;
  email: string;
  name: string;
}

type CreatedCredential = Pick<StoredPasskey, "credentialId" | "publicKey" | "counter" | "isSynced">;

/** The library throws for whatever is wrong with an answer; of a hostile one that may be anything. */
async function accepted<Result extends { verified: boolean }>(
  verify: () => Promise<Result>,
): Promise<Result | { verified: false; registrationInfo?: undefined; authenticationInfo?: undefined }> {
  try {
    return await verify();
  } catch {
    return { verified: false };
  }
}

/** The challenge that an answer says it is to; undefined where it can't be read, or comes from a frame in another site. */
export function challengeIn({ response }: CreatedPasskey | UsedPasskey): string | undefined {
  const read = tryParseJson(Buffer.from(response.clientDataJSON, "base64url").toString());
  if (typeof read !== "object" || read === null) return undefined;
  const { challenge, crossOrigin } = read as Record<string, unknown>;
  return typeof challenge === "string" && crossOrigin !== true ? challenge : undefined;
}

/** The user handle, which the authenticator keeps: the account's random id, and nothing of the person. */
function handleOf(userId: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(userId);
}

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, "base64url"));
}
