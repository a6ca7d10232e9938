import {
  endpoint,
  Invitation,
  idField,
  limits,
  Role,
  suggestedDomain,
  textField,
  typedEmail,
  z,
} from "@souffleur/contracts";
import { text } from "../texts/text.ts";
import { readAddressList } from "./address-list.ts";

const shownMax = 80;

/** Addresses as they are pasted; the result has each once, in its canonical form. Each wrong one is an issue of its line. */
export const AddressList = textField("Enter at least one email address", "Email addresses")
  .max(limits.addressListMax, { error: text("The list of email addresses is too long"), abort: true })
  .transform((pasted, context) => {
    const listed = readAddressList(pasted);
    const refuse = (message: string, path: (string | number)[] = []) =>
      context.issues.push({ code: "custom", message, input: pasted, path });
    if (listed.length === 0) refuse(text("Enter at least one email address"));
    if (listed.length > limits.invitationsAtOnce)
      refuse(text(`Enter at most ${limits.invitationsAtOnce} email addresses at a time`));
    else
      for (const { line, typed } of listed) {
        const shown = typed.slice(0, shownMax);
        const domain = suggestedDomain(typed);
        if (typedEmail(typed) === undefined)
          refuse(`Line ${line}: ${shown} is not a valid email address`, [line]);
        else if (domain !== undefined) refuse(`Line ${line}: ${shown}. Did you mean @${domain}?`, [line]);
      }
    return [...new Set(listed.map(({ typed }) => typedEmail(typed) ?? typed))];
  });
const administration = { access: "organization", capability: "manageUsers", tag: "Administration" } as const;

export const listInvitations = endpoint("GET", "/api/invitations", {
  ...administration,
  summary: "The organization's invitations that were not accepted yet, the latest first",
  data: z.object({ invitations: z.array(Invitation) }),
});

export const createInvitations = endpoint("POST", "/api/invitations", {
  ...administration,
  summary:
    "Invite people by address and role, or send their invitations again; each gets a link by email. The answer does not depend on whether an address has an account",
  errors: ["PROOF_REQUIRED", "INVALID_TRANSITION"],
  limit: 20,
  example: { body: { addresses: "ada@example.com\ngrace@example.com", role: "agent" } },
  body: z.object({ addresses: AddressList, role: Role }),
  data: z.object({ invitations: z.array(Invitation) }),
});

export const withdrawInvitation = endpoint("DELETE", "/api/invitations/:id", {
  ...administration,
  summary: "Withdraw an invitation: its link is no longer valid",
  errors: ["INVALID_TRANSITION"],
  example: { params: { id: "5d41402abc4b2a76b9719d911017c592" } },
  params: z.object({ id: idField() }),
});
