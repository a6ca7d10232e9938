import type { Organization } from "@souffleur/contracts";
import type { Connection } from "mongoose";
import type { Audit } from "../audit/audit.ts";
import type { Auth } from "../auth/auth.ts";
import type { Config } from "../config.ts";
import type { RevokedSessions } from "../http/guard.ts";
import type { Mount } from "../http/mount.ts";
import type { MailWorker } from "../mail/worker.ts";
import type { Throttle } from "../throttle/throttle.ts";
import { createAdministrators } from "./administrators.ts";
import { decisionMails } from "./mails.ts";
import { createOrganizationCreation } from "./organization-creation.ts";
import { createOrganizationNames } from "./organization-names.ts";
import { mountAdministration } from "./routes.ts";
import { createSeed } from "./seed.ts";
import { createUserAdministration } from "./user-administration.ts";
import { waitingDigests } from "./waiting-digest.ts";

interface AdministrationDeps {
  config: Config;
  connection: Connection;
  auth: Auth;
  throttle: Pick<Throttle, "quota">;
  audit: Audit;
  mail: MailWorker;
  /** Closes the sockets of revoked sessions. */
  revoke: (revoked: RevokedSessions) => void;
  /** Tells the open pages of an organization that it has another name. */
  announceName: (organization: Pick<Organization, "id" | "name">) => void;
  /** Called when an account may have lost rights; may be repeated. */
  onRightsLost: (userId: string) => Promise<void>;
}

/** Approval of accounts, the administrators of organizations, and the accounts that the start creates. */
export function createAdministration(deps: AdministrationDeps) {
  const { config, connection, auth, audit, mail, revoke, announceName, onRightsLost } = deps;
  const { quota } = deps.throttle;
  const { users, organizations, passwords, endSessions } = auth;
  const cutSockets = (userId: string) => revoke({ userId });
  const administrators = createAdministrators(connection, users, cutSockets);
  const organizationCreation = createOrganizationCreation({ users, organizations, administrators });
  audit.watch(organizations.model);
  const wake = () => {
    mail.wake();
    audit.wake();
  };
  const names = createOrganizationNames({ organizations, announce: announceName, wake });
  const administration = createUserAdministration({
    users,
    organizations,
    administrators,
    organizationCreation,
    endSessions,
    cutSockets,
    onRightsLost,
    quota,
    wake,
  });
  const seed = createSeed({ users, passwords, organizationCreation });
  return {
    administrators,
    administration,
    mails: {
      ...decisionMails({ users, organizations, publicUrl: config.PUBLIC_URL }),
      ...waitingDigests(mail, users, config.PUBLIC_URL),
    },
    mount: (mount: Mount) => mountAdministration(mount, administration, names),
    createIndexes: administrators.createIndexes,
    async repair() {
      await administrators.repair();
      await organizationCreation.repair();
    },
    async start() {
      if (config.ADMIN_EMAIL !== undefined && config.ADMIN_PASSWORD !== undefined) {
        await seed.administrator(config.ADMIN_EMAIL, config.ADMIN_PASSWORD);
      }
      if (config.SEED_DEMO) await seed.demo();
    },
  };
}
