import type { User } from "@souffleur/contracts";

/** As long as the rules of registration allow. */
export const longNames = {
  firstName: "Anne-Sophie-Charlotte-Wilhelmine-Marguerite-Éléono",
  lastName: "de La Rochefoucauld-Montmorency-Luxembourg-Beaumon",
  email:
    "anne-sophie.de-la-rochefoucauld-montmorency-luxembourg@correspondance.montmorency-luxembourg.example",
};
const longOrganization =
  "Société coopérative de distribution de matériel téléphonique et informatique du Grand-Ouest français";

export const nobody: readonly User[] = [];

type Person = Pick<User, "firstName" | "lastName" | "email" | "role" | "status"> & Partial<User>;

const person = (
  firstName: string,
  lastName: string,
  email: string,
  role: User["role"],
  status: User["status"],
): Person => ({ firstName, lastName, email, role, status });
const people: readonly Person[] = [
  {
    ...longNames,
    role: "supervisor",
    status: "active",
    organizationName: longOrganization,
    phone: "+33 (061) 234-5678",
  },
  person("Camille", "Moreau", "camille.moreau@lumiere.example", "agent", "active"),
  person("Yannick", "Le Goff", "yannick@lumiere.example", "analyst", "inactive"),
  person("Inès", "Haddad", "ines.haddad@lumiere.example", "agent", "rejected"),
  { ...person("Paul", "Ng", "png@lumiere.example", "manager", "active"), phone: "(061) 234-5678" },
  person("Zoé", "Dupont", "zoe@lumiere.example", "agent", "pending_verification"),
  person("Marc", "Petit", "marc.petit@lumiere.example", "agent", "suspended"),
  person("Jo", "Li", "jo@li.example", "agent", "locked"),
];

/** A list of users as the API returns it, the longest names first; all of one status where one is named. */
export function somePeople(status?: User["status"]): User[] {
  return people.map((one, index) => ({
    id: `person-${index}`,
    createdAt: "2026-01-05T08:30:00.000Z",
    requestedAt: `2026-01-${String(12 - index).padStart(2, "0")}T08:30:00.000Z`,
    organizationName: "Lumière Télécom",
    ...one,
    ...(status && { status }),
  }));
}
