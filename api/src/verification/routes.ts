import { initiateVerification, resendVerification, verifyCode, verifyEmail } from "@souffleur/contracts";
import type { Request } from "express";
import { cookiesOf } from "../auth/browser.ts";
import type { RegistrationCookies } from "../auth/registration-cookie.ts";
import { clock } from "../clock.ts";
import type { Mount } from "../http/mount.ts";
import type { ApiText } from "../texts/texts.ts";
import type { AddressVerification } from "./address-verification.ts";

const sent = "Verification {method, select, code {code} other {link}} sent! Please check your email.";

export function mountVerification(
  mount: Mount,
  verification: AddressVerification,
  registrations: RegistrationCookies,
): void {
  const own = (req: Request) => registrations.read(cookiesOf(req));

  mount(initiateVerification, async ({ body, req }) => ({
    data: { sessionId: await verification.initiate(body.email, body.method, own(req), clock.now()) },
    message: { text: sent, values: { method: body.method } },
  }));

  mount(resendVerification, async ({ body, req }) => {
    await verification.initiate(body.email, "link", own(req), clock.now());
    return { message: "Verification email sent successfully!" };
  });

  mount(verifyCode, async ({ body, req }) => {
    await verification.verifyCode(body.sessionId, body.code, own(req), clock.now());
    return { message: verified };
  });

  mount(verifyEmail, async ({ body, req }) => {
    await verification.verifyLink(body.token, own(req), clock.now());
    return { message: verified };
  });
}

const verified: ApiText = "Email verified successfully! You can now sign in.";
