import {
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  prove,
  resetPassword,
  saveProfile,
} from "@souffleur/contracts";
import { placeOf } from "../auth/browser.ts";
import type { DeviceCookies } from "../auth/device-cookie.ts";
import type { Sessions } from "../auth/sessions.ts";
import { clock } from "../clock.ts";
import type { Mount } from "../http/mount.ts";
import type { OwnSessions } from "./own-sessions.ts";
import type { PasswordChange } from "./password-change.ts";
import type { RecoverPassword } from "./password-recovery.ts";
import type { SaveProfile } from "./profile.ts";
import type { CheckPassword } from "./proof.ts";

interface AccountRoutesDeps {
  sessions: Sessions;
  devices: DeviceCookies;
  checkPassword: CheckPassword;
  ownSessions: OwnSessions;
  changePassword: PasswordChange;
  recoverPassword: RecoverPassword;
  saveProfile: SaveProfile;
}

export function mountAccount(mount: Mount, deps: AccountRoutesDeps): void {
  const { sessions, devices, checkPassword, ownSessions } = deps;

  mount(prove, async ({ by: { caller, source }, body: { password } }) => {
    await checkPassword(caller, { password, field: "password", source });
    await sessions.setProven(caller.sessionId, clock.now());
    return {};
  });

  mount(listSessions, async ({ caller }) => ({
    data: { sessions: await ownSessions.list(caller, clock.now()) },
  }));

  mount(endSession, async ({ caller, params, req }) => {
    await ownSessions.end(caller, params.id, placeOf(req), clock.now());
    return {};
  });

  mount(endOtherSessions, async ({ caller, req }) => ({
    data: { ended: await ownSessions.endOthers(caller, placeOf(req), clock.now()) },
  }));

  mount(saveProfile, async ({ caller, body, req }) => ({
    data: { user: await deps.saveProfile(caller, body, placeOf(req), clock.now()) },
    message: "Profile saved",
  }));

  mount(changePassword, async ({ caller, body, req }) => {
    await deps.changePassword(caller, body, placeOf(req), clock.now());
    return { message: "Your password was changed. Your other sessions have ended." };
  });

  mount(resetPassword, async ({ body, req, res }) => {
    const now = clock.now();
    const { email, proof } = await deps.recoverPassword(body, placeOf(req), now);
    // Five tries at the forgotten password may have locked this source.
    res.append("Set-Cookie", devices.issue(email, now, proof));
    return { message: "Your new password is set. You can now sign in." };
  });
}
