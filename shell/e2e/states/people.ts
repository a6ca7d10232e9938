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

const people: readonly (Pick<User, "firstName" | "lastName" | "email" | "role" | "status"> &
  Partial<User>)[] = [
  {
    ...longNames,
    role: "supervisor",
    status: "active",
    organizationName: longOrganization,
    phone: "+33 (061) 234-5678",
  },
  {
    firstName: "Camille",
    lastName: "Moreau",
    email: "camille.moreau@lumiere.example",
    role: "agent",
    status: "active",
  },
  {
    firstName: "Yannick",
    lastName: "Le Goff",
    email: "yannick@lumiere.example",
    role: "analyst",
    status: "inactive",
  },
  {
    firstName: "Inès",
    lastName: "Haddad",
    email: "ines.haddad@lumiere.example",
    role: "agent",
    status: "rejected",
  },
  {
    firstName: "Paul",
    lastName: "Ng",
    email: "png@lumiere.example",
    role: "manager",
    status: "active",
    phone: "(061) 234-5678",
  },
  {
    firstName: "Zoé",
    lastName: "Dupont",
    email: "zoe@lumiere.example",
    role: "agent",
    status: "pending_verification",
  },
  {
    firstName: "Marc",
    lastName: "Petit",
    email: "marc.petit@lumiere.example",
    role: "agent",
    status: "suspended",
  },
  { firstName: "Jo", lastName: "Li", email: "jo@li.example", role: "agent", status: "locked" },
];

/** A list of users as the API returns it, the longest names first; all of one status where one is named. */
export function somePeople(status?: User["status"]): User[] {
  return people.map((person, index) => ({
    id: `person-${index}`,
    createdAt: "2026-01-05T08:30:00.000Z",
    requestedAt: `2026-01-${String(12 - index).padStart(2, "0")}T08:30:00.000Z`,
    organizationName: "Lumière Télécom",
    ...person,
    ...(status && { status }),
  }));
}
