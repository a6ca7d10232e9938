import type { Language } from "@souffleur/contracts";
import type { Message } from "../message.ts";
import type { MailKind } from "../outbox.ts";
import { accountChanged } from "./account-changed.ts";
import { addressTaken } from "./address-taken.ts";
import { approved } from "./approved.ts";
import { invitation } from "./invitation.ts";
import { invitationTaken } from "./invitation-taken.ts";
import { memberJoined } from "./member-joined.ts";
import { passwordLink } from "./password-link.ts";
import { peopleWaiting } from "./people-waiting.ts";
import { rejected } from "./rejected.ts";
import { roleChanged } from "./role-changed.ts";
import { unlock } from "./unlock.ts";
import { verificationCode } from "./verification-code.ts";
import { verificationLink } from "./verification-link.ts";
import { verificationUnclear } from "./verification-unclear.ts";
import { webhookOff } from "./webhook-off.ts";

/** Every mail that the product sends, each with example values. */
export const mailTemplates: Readonly<
  Record<
    Exclude<MailKind, "approval-wanted"> | "invitation-taken",
    { showExample(language: Language): Message }
  >
> = {
  "verification-link": verificationLink,
  "verification-code": verificationCode,
  "verification-unclear": verificationUnclear,
  "address-taken": addressTaken,
  unlock,
  approved,
  rejected,
  "role-changed": roleChanged,
  "member-joined": memberJoined,
  "account-changed": accountChanged,
  "password-link": passwordLink,
  "people-waiting": peopleWaiting,
  "webhook-off": webhookOff,
  invitation,
  "invitation-taken": invitationTaken,
};
