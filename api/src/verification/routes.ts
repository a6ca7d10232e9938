import { initiateVerification, resendVerification, verifyCode, verifyEmail } from "../contracts/index.ts";
import type { Mount } from "../mount.ts";
import type { Verification } from "./verification.ts";

export function mountVerification(mount: Mount, verification: Verification): void {
  mount(initiateVerification, async ({ body }) => ({
    data: { sessionId: await verification.initiate(body.email, body.method, new Date()) },
    message: `Verification ${body.method} sent! Please check your email.`,
  }));

  mount(resendVerification, async ({ body }) => {
    await verification.initiate(body.email, "link", new Date());
    return { message: "Verification email sent successfully!" };
  });

  mount(verifyCode, async ({ body }) => {
    await verification.verifyCode(body.sessionId, body.code, new Date());
    return { message: verified };
  });

  mount(verifyEmail, async ({ body }) => {
    await verification.verifyLink(body.token, new Date());
    return { message: verified };
  });
}

const verified = "Email verified successfully! You can now sign in.";
