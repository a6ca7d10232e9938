import type { Connection } from "mongoose";
import type { Auth } from "../auth/auth.ts";
import type { Bus } from "../bus.ts";
import type { Config } from "../config.ts";
import type { Mount } from "../http/mount.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import type { MailWorker } from "../mail/worker.ts";
import type { Throttle } from "../throttle/throttle.ts";
import { createAdministrators } from "./administrators.ts";
import type { Invited } from "./approval-effects.ts";
import { decisionMails } from "./mails.ts";
import { createOrganizationCreation } from "./organization-creation.ts";
import { createOrganizationCurrencies } from "./organization-currencies.ts";
import { createOrganizationNames } from "./organization-names.ts";
import { mountAdministration } from "./routes.ts";
import { createSeed } from "./seed.ts";
import { createUserAdministration } from "./user-administration.ts";
import { createVendorSpeech } from "./vendor-speech.ts";
import { waitingDigests } from "./waiting-digest.ts";

interface AdministrationDeps {
  config: Config;
  connection: Connection;
  bus: Bus;
  auth: Auth;
  throttle: Pick<Throttle, "quota">;
  mail: Pick<MailWorker, "wake">;
  outboxes: Outboxes;
  invited: Invited;
}

/** Approval of accounts, the administrators of organizations, and the accounts that the start creates. */
export function createAdministration(deps: AdministrationDeps) {
  const { config, connection, bus, auth, mail, outboxes } = deps;
  const { quota } = deps.throttle;
  const { users, organizations, passwords, sessions, capacity } = auth;
  const administrators = createAdministrators(connection, users, bus);
  const organizationCreation = createOrganizationCreation({ users, organizations, administrators });
  const names = createOrganizationNames(organizations, outboxes, bus);
  const currencies = createOrganizationCurrencies(organizations, outboxes, bus);
  const vendorSpeech = createVendorSpeech(organizations, outboxes);
  const administration = createUserAdministration({
    users,
    passwords,
    organizations,
    administrators,
    organizationCreation,
    sessions,
    bus,
    capacity,
    quota,
    outboxes,
    invited: deps.invited,
  });
  const seed = createSeed({ users, passwords, organizationCreation });
  return {
    administrators,
    administration,
    mails: {
      ...decisionMails({ users, organizations, publicUrl: config.PUBLIC_URL }),
      ...waitingDigests(mail, users, config.PUBLIC_URL),
    },
    mount: (mount: Mount) => mountAdministration(mount, { administration, names, currencies, vendorSpeech }),
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
