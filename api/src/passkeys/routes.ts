import {
  addPasskey,
  listPasskeys,
  proveByPasskey,
  readPasskeyDemand,
  removePasskey,
  renamePasskey,
  resetPasskeys,
  savePasskeyDemand,
  signInByPasskey,
  startPasskey,
  startPasskeyProof,
  startPasskeySignIn,
} from "@souffleur/contracts/passkeys";
import { isUsable } from "../auth/accounts/passkey.ts";
import type { Auth } from "../auth/auth.ts";
import { placeOf } from "../auth/browser.ts";
import { clock } from "../clock.ts";
import { appError } from "../http/errors.ts";
import { languageOf } from "../http/language.ts";
import type { Mount } from "../http/mount.ts";
import type { Ceremonies } from "./ceremonies.ts";
import type { Challenges } from "./challenges.ts";
import type { Demand } from "./demand.ts";
import type { OwnPasskeys } from "./own-passkeys.ts";
import type { ResetPasskeys } from "./reset.ts";
import type { UsePasskey } from "./use-passkey.ts";

interface PasskeyRoutesDeps {
  auth: Pick<Auth, "users" | "sessions" | "admit" | "enter">;
  challenges: Challenges;
  ceremonies: Ceremonies;
  usePasskey: UsePasskey;
  ownPasskeys: OwnPasskeys;
  demand: Demand;
  reset: ResetPasskeys;
}

export function mountPasskeys(mount: Mount, deps: PasskeyRoutesDeps): void {
  const { ownPasskeys, demand } = deps;

  mount(listPasskeys, async ({ caller }) => ({ data: await ownPasskeys.list(caller) }));

  mount(startPasskey, async ({ caller }) => ({
    data: { options: await ownPasskeys.start(caller, clock.now()) },
  }));

  mount(addPasskey, async ({ caller, body, req }) => ({
    data: { passkey: await ownPasskeys.add(caller, body, placeOf(req), clock.now()) },
    message: "Passkey added",
  }));

  mount(renamePasskey, async ({ caller, params, body, req }) => ({
    data: {
      passkey: await ownPasskeys.rename(caller, params.passkeyId, body.name, placeOf(req), clock.now()),
    },
  }));

  mount(removePasskey, async ({ caller, params, req }) => {
    await ownPasskeys.remove(caller, params.passkeyId, placeOf(req), clock.now());
    return { message: "Passkey removed" };
  });

  mount(readPasskeyDemand, async ({ caller }) => ({ data: await demand.read(caller) }));

  mount(savePasskeyDemand, async ({ by, body }) => ({
    data: await demand.save(by, body, clock.now()),
  }));

  mount(resetPasskeys, async ({ by, params, req }) => ({
    data: { user: await deps.reset(by, params.id, placeOf(req)) },
    message: "Passkeys removed",
  }));

  mountUses(mount, deps);
}

/** Sign-in and proof. */
function mountUses(mount: Mount, { auth, challenges, ceremonies, usePasskey }: PasskeyRoutesDeps): void {
  const { users, sessions, admit, enter } = auth;
  const signIn = { purpose: "signIn", sessionId: null } as const;
  const proofOf = (sessionId: string) => ({ purpose: "prove", sessionId }) as const;

  mount(startPasskeyProof, async ({ caller: { userId, sessionId } }) => {
    const usable = (await users.passkeysOf(userId)).filter(isUsable);
    if (usable.length === 0)
      throw appError("INVALID_TRANSITION", { text: "This account has no passkey. Use your password." });
    const challenge = await challenges.issue(proofOf(sessionId), clock.now());
    return { data: { options: await ceremonies.requestOptions(challenge, usable) } };
  });

  mount(proveByPasskey, async ({ caller: { userId: owner, sessionId }, body, req }) => {
    const now = clock.now();
    const purpose = { ...proofOf(sessionId), owner };
    const { passkey } = await usePasskey(body.answer, purpose, placeOf(req), now);
    await sessions.setProven(sessionId, now, passkey.id);
    return {};
  });

  mount(startPasskeySignIn, async () => ({
    data: { options: await ceremonies.requestOptions(await challenges.issue(signIn, clock.now())) },
  }));

  mount(signInByPasskey, async ({ body: { answer, rememberMe }, req, res }) => {
    const now = clock.now();
    const place = placeOf(req);
    // It names the account: without it, the passkey is not one that was found in the browser.
    if (answer.response.userHandle == null) throw appError("PASSKEY_INVALID");
    const { user, passkey } = await usePasskey(answer, signIn, place, now);
    const start = { rememberMe, place, passkeyId: passkey.id, language: languageOf(req) };
    const { session, ...data } = await admit(user, start, now);
    await enter({ req, res }, { session, email: user.email }, now);
    return { data, message: "Login successful!" };
  });
}
