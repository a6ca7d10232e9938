import { acceptInvitation, readInvitation } from "@souffleur/contracts";
import { createInvitations, listInvitations, withdrawInvitation } from "@souffleur/contracts/invitations";
import { languageOf } from "../http/language.ts";
import type { Mount } from "../http/mount.ts";
import { type ApiText, textIn } from "../texts/texts.ts";
import { sourceOf } from "../throttle/source.ts";
import type { Acceptances } from "./acceptances.ts";
import type { PendingInvitations } from "./pending-invitations.ts";

const sent: ApiText = "{count, plural, one {# invitation} other {# invitations}} sent";
const withdrawn: ApiText = "Invitation withdrawn";
const accepted: ApiText = "Your account is ready. You can now sign in.";

export function mountInvitations(
  mount: Mount,
  invitations: PendingInvitations,
  acceptances: Acceptances,
): void {
  mount(listInvitations, async ({ caller }) => ({
    data: { invitations: await invitations.list(caller) },
  }));

  mount(createInvitations, async ({ caller, body, req }) => {
    const language = languageOf(req);
    const by = { caller, source: sourceOf(req), language };
    const all = await invitations.send(by, body.addresses, body.role);
    return { data: { invitations: all }, message: textIn(language, sent, { count: all.length }) };
  });

  mount(withdrawInvitation, async ({ caller, params, req }) => {
    await invitations.withdraw({ caller, source: sourceOf(req) }, params.id);
    return { message: textIn(languageOf(req), withdrawn) };
  });

  mount(readInvitation, async ({ query }) => ({ data: await acceptances.read(query.token, new Date()) }));

  mount(acceptInvitation, async ({ body: { token, ...form }, req }) => {
    const by = { source: sourceOf(req), language: languageOf(req) };
    await acceptances.accept(token, form, by, new Date());
    return { message: textIn(languageOf(req), accepted) };
  });
}
