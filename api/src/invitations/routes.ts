import { acceptInvitation, readInvitation } from "@souffleur/contracts";
import { createInvitations, listInvitations, withdrawInvitation } from "@souffleur/contracts/invitations";
import { clock } from "../clock.ts";
import { languageOf } from "../http/language.ts";
import type { Mount } from "../http/mount.ts";
import type { ApiText } from "../texts/texts.ts";
import type { Acceptances } from "./acceptances.ts";
import type { PendingInvitations } from "./pending-invitations.ts";

const sent: ApiText = "{count, plural, one {# invitation} other {# invitations}} sent";

export function mountInvitations(
  mount: Mount,
  invitations: PendingInvitations,
  acceptances: Acceptances,
): void {
  mount(listInvitations, async ({ caller }) => ({
    data: { invitations: await invitations.list(caller) },
  }));

  mount(createInvitations, async ({ by, body, req }) => {
    const all = await invitations.send({ ...by, language: languageOf(req) }, body.addresses, body.role);
    return { data: { invitations: all }, message: { text: sent, values: { count: all.length } } };
  });

  mount(withdrawInvitation, async ({ by, params }) => {
    await invitations.withdraw(by, params.id);
    return { message: "Invitation withdrawn" };
  });

  mount(readInvitation, async ({ query }) => ({ data: await acceptances.read(query.token, clock.now()) }));

  mount(acceptInvitation, async ({ by: { source }, body: { token, ...form }, req }) => {
    await acceptances.accept(token, form, { source, language: languageOf(req) }, clock.now());
    return { message: "Your account is ready. You can now sign in." };
  });
}
