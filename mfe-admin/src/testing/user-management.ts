import {
  changeUserRole,
  changeUserStatus,
  decideUser,
  listUsers,
  pendingUsers,
  type Role,
  sendPasswordLink,
  type User,
  userStats,
} from "@souffleur/contracts";
import { ok, someUser } from "@souffleur/shared-ui/testing";
import { screen, within } from "@testing-library/react";
import { acme, api, open } from "./page.ts";

export function person(id: string, firstName: string, more: Partial<User> = {}): User {
  return someUser({ id, firstName, lastName: "Person", email: `${id}@acme.test`, ...more });
}

export const admin = person("admin", "Ada", { role: "admin" });
export const manager = person("manager", "Marta", { role: "manager" });
export const alsoWaiting = person("also", "Albert", {
  status: "pending_approval",
  requestedAt: "2026-01-03T00:00:00Z",
});
/** Ada (admin), Marta (manager), Wanda and Albert (pending), Gilles (active) and Ines (inactive). */
export const team = [
  admin,
  manager,
  person("waiting", "Wanda", { status: "pending_approval", requestedAt: "2026-01-02T00:00:00Z" }),
  alsoWaiting,
  person("agent", "Gilles"),
  person("idle", "Ines", { status: "inactive" }),
];

/** Opens User Management of Acme, signed in as Ada by default. */
export const openUsers = (query = "", as = admin) => open(`/admin/users${query}`, { as, organization: acme });

/** The administration calls, which change the accounts as the real ones do. */
export function serveAccounts(initial: readonly User[]) {
  let accounts = [...initial];
  const having = (status: User["status"]) => accounts.filter((user) => user.status === status);
  const change = (path: string, to: Partial<User>): { user: User } => {
    const id = path.split("/").at(-2);
    const found = accounts.find((account) => account.id === id);
    if (found === undefined) throw new Error(`No account ${id}`);
    const user = { ...found, ...to };
    accounts = accounts.map((account) => (account.id === id ? user : account));
    return { user };
  };
  api.on(userStats, () => {
    const stats = {
      total: accounts.length,
      active: having("active").length,
      pending: having("pending_approval").length,
      pendingVerification: having("pending_verification").length,
    };
    return ok(userStats, { data: { stats } });
  });
  api.on(pendingUsers, () => ok(pendingUsers, { data: { users: having("pending_approval") } }));
  api.on(listUsers, () => ok(listUsers, { data: { users: accounts } }));
  api.on(decideUser, ({ path, body }) => {
    const { decision, role = "agent" } = body as { decision: string; role?: Role };
    const status = decision === "approve" ? "active" : "rejected";
    const message = status === "active" ? "The account is approved." : "The account is rejected.";
    return ok(decideUser, { message, data: change(path, { status, role }) });
  });
  api.on(changeUserStatus, ({ path, body }) => {
    const { status } = body as { status: "active" | "inactive" };
    return ok(changeUserStatus, { message: `The account is ${status}.`, data: change(path, { status }) });
  });
  api.on(changeUserRole, ({ path, body }) => {
    const { role } = body as { role: Role };
    return ok(changeUserRole, { message: "The role is changed.", data: change(path, { role }) });
  });
  api.on(sendPasswordLink, ({ path }) => {
    const passwordLink = { state: "sent", at: "2026-11-26T10:30:00Z" } as const;
    return ok(sendPasswordLink, { message: "The link is sent.", data: change(path, { passwordLink }) });
  });
  return {
    /** Replaces the accounts, as a change by another administrator does. */
    replace(next: readonly User[]): void {
      accounts = [...next];
    },
  };
}

export function tile(label: string): HTMLElement {
  const name = screen.getByText(label, { selector: "dt *" });
  return within(name.closest("dt")?.parentElement as HTMLElement).getByRole("definition");
}

/** The row of `firstName` Person, once it is there. */
export async function rowOf(firstName: string): Promise<HTMLElement> {
  const name = await screen.findByText(`${firstName} Person`, { selector: "th span" });
  return name.closest("tr") as HTMLElement;
}

/** The first names in the table, from the top. */
export function firstNames(): string[] {
  return screen.getAllByRole("rowheader").map((cell) => cell.textContent?.split(" ")[0] ?? "");
}

/** The labels of the buttons at the end of a row. */
export function buttonsIn(row: HTMLElement): (string | null)[] {
  return within(within(row).getAllByRole("cell").at(-1) as HTMLElement)
    .queryAllByRole("button")
    .map((button) => button.textContent || button.getAttribute("aria-label"));
}
