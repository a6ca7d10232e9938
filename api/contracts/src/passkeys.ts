import {
  accountErrors,
  choice,
  endpoint,
  idField,
  limits,
  SignedIn,
  textField,
  tooLong,
  User,
  z,
} from "@souffleur/contracts";
import { text } from "./texts/text.ts";

const exampleId = "9f1b0c52-6d0e-4a53-8b6c-2f3f1f4b7a10";
const examplePasskey = { passkeyId: exampleId };
const passkeyParams = z.object({ passkeyId: idField() });

/** A credential of WebAuthn that its owner confirms with a finger, a face or a PIN. */
export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Absent where it has not been used since it was added. */
  lastUsedAt: z.iso.datetime().optional(),
  /** Whether a password manager keeps it for several devices. */
  isSynced: z.boolean(),
  /** A copy of it may be in use: it is no longer accepted, and can only be removed. */
  isBlocked: z.boolean(),
});
export type Passkey = z.infer<typeof Passkey>;

export const PasskeyName = textField("Passkey name is required", "Passkey name")
  .trim()
  .min(1, { error: text("Passkey name is required"), abort: true })
  .max(limits.passkeyNameMax, tooLong("Passkey name", limits.passkeyNameMax));

const credential = z.object({ id: z.string(), type: z.literal("public-key") });
const userVerification = z.literal("required");

/** The browser's `PublicKeyCredentialCreationOptionsJSON` (Web Authentication, 5.1.8). */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal("public-key") })),
  timeout: z.number(),
  attestation: z.literal("none"),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification,
  }),
});

/** The browser's `PublicKeyCredentialRequestOptionsJSON` (Web Authentication, 5.1.8). */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification,
  /** Empty for a sign-in, which names no account: the browser offers the passkeys that it has. */
  allowCredentials: z.array(credential),
});

/**
 * What the browser's authenticators are told of an account (Web Authentication, 5.1.10): they hide or remove the account's
 * passkeys that are not among the accepted ones, and show its present name and address.
 */
export const AcceptedPasskeys = z.object({
  rpId: z.string(),
  userId: z.string(),
  name: z.string(),
  displayName: z.string(),
  allAcceptedCredentialIds: z.array(z.string()).max(limits.passkeysMax),
});
export type AcceptedPasskeys = z.infer<typeof AcceptedPasskeys>;

/** Of the browser alone: nobody types it. */
const unreadable = { error: text("The browser's answer about the passkey can't be used. Please try again.") };
const binary = (most: number) =>
  z
    .string(unreadable)
    .max(most, { ...unreadable, abort: true })
    .regex(/^[\w-]+$/, unreadable);
// Credential ids have 1023 bytes at most (Web Authentication, 4).
const credentialId = binary(1364);
const answered = { id: credentialId, rawId: credentialId, type: z.literal("public-key", unreadable) };

/** The browser's `RegistrationResponseJSON`. */
export const CreatedPasskey = z.object(
  {
    ...answered,
    response: z.object({ clientDataJSON: binary(4000), attestationObject: binary(20_000) }, unreadable),
  },
  unreadable,
);
export type CreatedPasskey = z.infer<typeof CreatedPasskey>;

/** The browser's `AuthenticationResponseJSON`. */
export const UsedPasskey = z.object(
  {
    ...answered,
    response: z.object(
      {
        clientDataJSON: binary(4000),
        authenticatorData: binary(4000),
        signature: binary(4000),
        userHandle: binary(100).nullish(),
      },
      unreadable,
    ),
  },
  unreadable,
);
export type UsedPasskey = z.infer<typeof UsedPasskey>;

const exampleAnswer = { id: "q1dz9lTnTlqyX3g", rawId: "q1dz9lTnTlqyX3g", type: "public-key" } as const;
const createdExample = {
  ...exampleAnswer,
  response: { clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0", attestationObject: "o2NmbXRkbm9uZQ" },
};
const usedExample = {
  ...exampleAnswer,
  response: {
    clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
    authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4",
    signature: "MEUCIQDx",
  },
};
const own = { access: "session", withoutPasskey: true, tag: "Passkeys" } as const;

export const listPasskeys = endpoint("GET", "/api/account/passkeys", {
  ...own,
  summary:
    "The caller's passkeys, the last added first, and what the browser tells its authenticators of them",
  data: z.object({ passkeys: z.array(Passkey).max(limits.passkeysMax), accepted: AcceptedPasskeys }),
});

export const startPasskey = endpoint("POST", "/api/account/passkeys/options", {
  ...own,
  summary:
    "Begin to add a passkey: what the browser needs to create it, valid for five minutes. Where the organization demands a passkey, only the first one is added without another",
  errors: ["PROOF_REQUIRED", "PASSKEY_REQUIRED", "INVALID_TRANSITION"],
  limit: 30,
  data: z.object({ options: PasskeyCreation }),
});

export const addPasskey = endpoint("POST", "/api/account/passkeys", {
  ...own,
  summary: "Add the passkey that the browser has created; the owner is told by email",
  errors: ["PASSKEY_INVALID", "INVALID_TRANSITION"],
  limit: 30,
  example: { body: { name: "Laptop", answer: createdExample } },
  body: z.object({ name: PasskeyName, answer: CreatedPasskey }),
  data: z.object({ passkey: Passkey }),
});

export const renamePasskey = endpoint("PUT", "/api/account/passkeys/:passkeyId", {
  access: "session",
  tag: "Passkeys",
  summary: "Rename one of the caller's passkeys",
  errors: ["PROOF_REQUIRED"],
  limit: 30,
  example: { params: examplePasskey, body: { name: "Telephone" } },
  params: passkeyParams,
  body: z.object({ name: PasskeyName }),
  data: z.object({ passkey: Passkey }),
});

export const removePasskey = endpoint("DELETE", "/api/account/passkeys/:passkeyId", {
  access: "session",
  tag: "Passkeys",
  summary:
    "Remove one of the caller's passkeys; the owner is told by email. 409 for the only one while the organization demands one",
  errors: ["PROOF_REQUIRED", "INVALID_TRANSITION"],
  example: { params: examplePasskey },
  params: passkeyParams,
});

export const startPasskeyProof = endpoint("POST", "/api/account/proof/passkey/options", {
  ...own,
  summary: "Begin a proof by passkey: what the browser needs to ask for it, valid for five minutes",
  errors: ["INVALID_TRANSITION"],
  limit: 30,
  data: z.object({ options: PasskeyRequest }),
});

export const proveByPasskey = endpoint("POST", "/api/account/proof/passkey", {
  ...own,
  summary: "Prove with a passkey that the caller is the account's owner, as with the password",
  errors: ["PASSKEY_INVALID", "PASSKEY_UNKNOWN"],
  limit: 30,
  example: { body: { answer: usedExample } },
  body: z.object({ answer: UsedPasskey }),
});

export const startPasskeySignIn = endpoint("POST", "/api/auth/passkey/options", {
  access: "public",
  tag: "Passkeys",
  summary: "Begin a sign-in by passkey: what the browser needs to ask for one, valid for five minutes",
  limit: 120,
  data: z.object({ options: PasskeyRequest }),
});

export const signInByPasskey = endpoint("POST", "/api/auth/passkey", {
  access: "public",
  tag: "Passkeys",
  summary:
    "Sign in with a passkey. One that no account has is answered PASSKEY_UNKNOWN, so that it goes from its device",
  errors: ["PASSKEY_INVALID", "PASSKEY_UNKNOWN", ...accountErrors, "SSO_REQUIRED"],
  limit: "signIn",
  credential: ["body"],
  example: { body: { answer: usedExample, rememberMe: true } },
  body: z.object({
    answer: UsedPasskey,
    rememberMe: z.boolean({ error: text("Remember me must be true or false") }).default(false),
  }),
  data: SignedIn,
});

export const passkeyDemands = ["nobody", "administrators", "everybody"] as const;

/** Of whom an organization demands a passkey; administrators are all who manage users. */
export const PasskeyDemand = choice("Passkeys", passkeyDemands);
export type PasskeyDemand = z.infer<typeof PasskeyDemand>;

const StoredDemand = z.object({
  demandedOf: PasskeyDemand,
  /** From when a session needs a passkey: a week after it was first demanded of these people. */
  administratorsFrom: z.iso.datetime().optional(),
  everybodyFrom: z.iso.datetime().optional(),
  /** Whether the caller has a passkey, without which it can't be demanded of others. */
  hasPasskey: z.boolean(),
});
export type StoredDemand = z.infer<typeof StoredDemand>;
const settings = { access: "organization", capability: "manageSettings", tag: "Passkeys" } as const;

export const readPasskeyDemand = endpoint("GET", "/api/organization/passkeys", {
  ...settings,
  summary: "Of whom the organization demands a passkey; for callers who may manage settings",
  data: StoredDemand,
});

export const savePasskeyDemand = endpoint("PUT", "/api/organization/passkeys", {
  ...settings,
  summary:
    "Demand a passkey of the organization's administrators, of everybody or of nobody. After a week, their sessions without one reach only its adding. 409 where the caller has none, and where the demand is no longer the one that the change is based on",
  errors: ["PROOF_REQUIRED", "INVALID_TRANSITION"],
  limit: 20,
  example: { body: { demandedOf: "administrators" } },
  body: z.object({
    demandedOf: PasskeyDemand,
    /** The demand that the caller has seen; without it, any is replaced. */
    from: PasskeyDemand.optional(),
  }),
  data: StoredDemand,
});

export const resetPasskeys = endpoint("DELETE", "/api/auth/admin/users/:id/passkeys", {
  access: "admin",
  tag: "Passkeys",
  summary:
    "Remove all passkeys of an account that the caller manages, for an owner who has lost them; all its sessions end, and the owner is told by email",
  errors: ["INVALID_TRANSITION"],
  limit: 20,
  example: { params: { id: exampleId } },
  params: z.object({ id: idField() }),
  data: z.object({ user: User }).optional(),
});
