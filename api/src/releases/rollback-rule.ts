import type { ReleaseMetrics } from "./release-metrics.ts";

/** The number of signed-in users with failures, and of users of the previous release, that a rollback requires. */
export const peopleMin = 5;
/** Those users are of so many organizations; where fewer use the product, of all of them. */
const organizationsMin = 3;
/** How much more often a release must fail than the previous one: otherwise a rollback would not remove the cause. */
const worseBy = 2;

export type Reporters = Pick<ReleaseMetrics, "accounts" | "failingAccounts">;

/** The organization in a user's pseudonym. */
const organizationOf = (person: string) => person.slice(0, person.indexOf("."));
const organizationsOf = (people: readonly string[]) => new Set(people.map(organizationOf));

/** Percent of users with failures. Each organization counts as much as any other, however many accounts it has. */
export function failingPercent({ accounts, failingAccounts }: Reporters): number {
  const shares = [...organizationsOf(accounts)].map((organization) => {
    const of = (people: readonly string[]) =>
      people.filter((one) => organizationOf(one) === organization).length;
    return of(failingAccounts) / of(accounts);
  });
  return (100 * shares.reduce((sum, share) => sum + share, 0)) / Math.max(1, shares.length);
}

/** Whether a release fails for so many users, so much more than the one before, that it is rolled back for everybody. */
export function failsTooMuch(now: Reporters, before: Reporters, percentMin: number): boolean {
  const all = Math.max(organizationsOf(before.accounts).size, organizationsOf(now.accounts).size);
  const percent = failingPercent(now);
  return (
    now.failingAccounts.length >= peopleMin &&
    organizationsOf(now.failingAccounts).size >= Math.min(organizationsMin, all) &&
    percent >= percentMin &&
    percent >= worseBy * failingPercent(before)
  );
}

/** `7 of 9 signed-in people of 3 organizations (78%)` */
export function failingText({ accounts, failingAccounts }: Reporters): string {
  const percent = Math.round(failingPercent({ accounts, failingAccounts }));
  const organizations = organizationsOf(accounts).size;
  const of = organizations === 1 ? "" : ` of ${organizations} organizations`;
  return `${failingAccounts.length} of ${accounts.length} signed-in people${of} (${percent}%)`;
}
