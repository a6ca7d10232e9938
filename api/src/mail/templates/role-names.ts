import type { Language, Role } from "@souffleur/contracts";

/** The roles as mails name them. */
export const roleNames: Readonly<Record<Language, Record<Role, string>>> = {
  en: {
    admin: "administrator",
    manager: "manager",
    supervisor: "supervisor",
    analyst: "analyst",
    agent: "agent",
  },
  fr: {
    admin: "administrateur",
    manager: "responsable",
    supervisor: "superviseur",
    analyst: "analyste",
    agent: "agent",
  },
};
