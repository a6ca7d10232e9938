import {
  approvalEffect,
  changeUserRole,
  changeUserStatus,
  decideUser,
  listUsers,
  pendingUsers,
  renameOrganization,
  saveCurrency,
  searchUsers,
  sendMailAgain,
  sendPasswordLink,
  userStats,
} from "@souffleur/contracts";
import { saveVendorSpeech } from "@souffleur/contracts/heard-text";
import type { Mount } from "../http/mount.ts";
import type { ApiText } from "../texts/texts.ts";
import type { OrganizationCurrencies } from "./organization-currencies.ts";
import type { OrganizationNames } from "./organization-names.ts";
import type { UserAdministration } from "./user-administration.ts";
import type { VendorSpeech } from "./vendor-speech.ts";

const decided: ApiText = "User {decision, select, approve {approved} other {rejected}} successfully";
const changed: ApiText = "User {status, select, active {reactivated} other {deactivated}} successfully";

export function mountAdministration(
  mount: Mount,
  {
    administration,
    names,
    currencies,
    vendorSpeech,
  }: {
    administration: UserAdministration;
    names: OrganizationNames;
    currencies: OrganizationCurrencies;
    vendorSpeech: VendorSpeech;
  },
): void {
  mount(userStats, async ({ caller }) => ({ data: { stats: await administration.stats(caller) } }));

  mount(pendingUsers, async ({ caller, query }) => ({
    data: await administration.list(caller, query, "pending_approval"),
  }));

  mount(listUsers, async ({ caller, query }) => ({ data: await administration.list(caller, query) }));

  mount(searchUsers, async ({ caller, query }) => ({
    data: { users: await administration.search(caller, query.q) },
  }));

  mount(approvalEffect, async ({ caller, params }) => ({
    data: await administration.approvalEffect(caller, params.id),
  }));

  mount(decideUser, async ({ by, params, body }) => {
    const user = await administration.decide(by, params.id, body);
    return { data: { user }, message: { text: decided, values: { decision: body.decision } } };
  });

  mount(changeUserStatus, async ({ by, params, body }) => {
    const user = await administration.setStatus(by, params.id, body.status);
    return { data: { user }, message: { text: changed, values: { status: body.status } } };
  });

  mount(renameOrganization, async ({ by, body }) => ({
    data: { organization: await names.rename(by, body) },
    message: "Organization renamed",
  }));

  mount(saveCurrency, async ({ by, body }) => ({
    data: { organization: await currencies.save(by, body) },
    message: "Currency changed",
  }));

  mount(saveVendorSpeech, async ({ by, body }) => ({
    data: { vendorSpeech: await vendorSpeech(by, body) },
    message: "Settings saved",
  }));

  mount(changeUserRole, async ({ by, params, body }) => {
    const user = await administration.setRole(by, params.id, body);
    return { data: { user }, message: "Role changed successfully" };
  });

  mount(sendMailAgain, async ({ by, params }) => ({
    data: { user: await administration.sendMailAgain(by, params.id) },
    message: "Email sent again",
  }));

  mount(sendPasswordLink, async ({ by, params }) => {
    const user = await administration.sendPasswordLink(by, params.id);
    return { data: { user }, message: "Password link sent" };
  });
}
