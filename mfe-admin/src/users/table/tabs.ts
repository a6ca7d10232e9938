import { type Text, t } from "../../texts/texts.ts";

/** The tabs of the users' list; also their names in the address. */
export const tabs = ["pending", "all", "active"] as const;
export type Tab = (typeof tabs)[number];

const tabLabels: Record<Tab, Text> = {
  pending: "Pending Approval",
  all: "All Users",
  active: "{what, select, users {Active} other {Active}}",
};

export function tabText(tab: Tab): string {
  return t(tabLabels[tab], { what: "users" });
}
