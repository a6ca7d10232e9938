import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { Email, textField } from "../fields.ts";
import { readDigits } from "../numbers/digits.ts";
import { text } from "../texts/text.ts";

export const VerificationMethod = z.enum(["code", "link"], { error: text("Method must be code or link") });
export type VerificationMethod = z.infer<typeof VerificationMethod>;

/** What may stand between the digits of a code that was copied: spaces, hyphens, and what cannot be seen. */
const separators = /[\s\p{Z}\p{Pd}\p{Cf}\u2212]+/gu;

/** Six digits of any script, in groups or not. */
export const VerificationCode = textField("Verification code is required", "Verification code")
  .max(64, { error: text("Please enter a valid 6-digit code"), abort: true })
  .overwrite((typed) =>
    typed
      .normalize("NFKC")
      .replace(separators, "")
      .replace(/\p{Nd}/gu, readDigits),
  )
  .min(1, { error: text("Verification code is required"), abort: true })
  .regex(/^[0-9]{6}$/, { error: text("Please enter a valid 6-digit code") });
const verification = { access: "public", tag: "Verification", limit: "verification" } as const;

export const initiateVerification = endpoint("POST", "/api/auth/verification/initiate", {
  ...verification,
  summary: "Send a 6-digit code or a secure link",
  example: { body: { email: "ada@example.com", method: "code" } },
  body: z.object({ email: Email, method: VerificationMethod }),
  data: z.object({ sessionId: z.string() }),
});

export const verifyCode = endpoint("POST", "/api/auth/verification/verify-code", {
  ...verification,
  summary: "Verify an address with the code of a verification session",
  errors: ["CODE_INVALID", "CODE_EXPIRED", "TOO_MANY_ATTEMPTS"],
  credential: ["body"],
  example: { body: { code: "123456", sessionId: "0b9d6a3e-3c55-4c1f-9a57-6c1d1b0f8e21" } },
  body: z.object({
    code: VerificationCode,
    sessionId: textField("Verification session is required", "Verification session")
      .min(1, { error: text("Verification session is required"), abort: true })
      .max(100, { error: text("Verification session is too long") }),
  }),
});

export const verifyEmail = endpoint("POST", "/api/auth/verify-email", {
  ...verification,
  summary: "Verify an address with the token of a mailed link",
  errors: ["LINK_INVALID", "LINK_EXPIRED"],
  credential: ["body"],
  example: { body: { token: "hV3Zr0yq8t1mJ5bXc7Kd2wLsPnEfGaUiQoRxYzT9vB4" } },
  body: z.object({
    token: textField("Verification token is required", "Verification token")
      .min(1, { error: text("Verification token is required"), abort: true })
      .max(200, { error: text("Verification token is too long") }),
  }),
});
