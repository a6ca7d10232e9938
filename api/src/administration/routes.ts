import {
  approvalEffect,
  changeUserRole,
  changeUserStatus,
  decideUser,
  listUsers,
  pendingUsers,
  renameOrganization,
  searchUsers,
  sendPasswordLink,
  userStats,
} from "@souffleur/contracts";
import { languageOf } from "../http/language.ts";
import type { Mount } from "../http/mount.ts";
import { type ApiText, textIn } from "../texts/texts.ts";
import { sourceOf } from "../throttle/source.ts";
import type { OrganizationNames } from "./organization-names.ts";
import type { UserAdministration } from "./user-administration.ts";

const decided: ApiText = "User {decision, select, approve {approved} other {rejected}} successfully";
const roleChanged: ApiText = "Role changed successfully";
const linkSent: ApiText = "Password link sent";
const changed: ApiText = "User {status, select, active {reactivated} other {deactivated}} successfully";

const renamed: ApiText = "Organization renamed";

export function mountAdministration(
  mount: Mount,
  administration: UserAdministration,
  names: OrganizationNames,
): void {
  mount(userStats, async ({ caller }) => ({ data: { stats: await administration.stats(caller) } }));

  mount(pendingUsers, async ({ caller }) => ({
    data: { users: await administration.list(caller, "pending_approval") },
  }));

  mount(listUsers, async ({ caller }) => ({ data: { users: await administration.list(caller) } }));

  mount(searchUsers, async ({ caller, query }) => ({
    data: { users: await administration.search(caller, query.q) },
  }));

  mount(approvalEffect, async ({ caller, params }) => ({
    data: await administration.approvalEffect(caller, params.id),
  }));

  mount(decideUser, async ({ caller, params, body, req }) => {
    const by = { caller, source: sourceOf(req) };
    const user = await administration.decide(by, params.id, body);
    return { data: { user }, message: textIn(languageOf(req), decided, { decision: body.decision }) };
  });

  mount(changeUserStatus, async ({ caller, params, body, req }) => {
    const by = { caller, source: sourceOf(req) };
    const user = await administration.setStatus(by, params.id, body.status);
    return { data: { user }, message: textIn(languageOf(req), changed, { status: body.status }) };
  });

  mount(renameOrganization, async ({ caller, body, req }) => ({
    data: { organization: await names.rename({ caller, source: sourceOf(req) }, body) },
    message: textIn(languageOf(req), renamed),
  }));

  mount(changeUserRole, async ({ caller, params, body, req }) => {
    const by = { caller, source: sourceOf(req) };
    const user = await administration.setRole(by, params.id, body);
    return { data: { user }, message: textIn(languageOf(req), roleChanged) };
  });

  mount(sendPasswordLink, async ({ caller, params, req }) => {
    const user = await administration.sendPasswordLink({ caller, source: sourceOf(req) }, params.id);
    return { data: { user }, message: textIn(languageOf(req), linkSent) };
  });
}
