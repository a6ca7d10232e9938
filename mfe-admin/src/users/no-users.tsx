import { Button, EmptyState } from "@souffleur/shared-ui";
import { type Text, t } from "../texts/texts.ts";
import type { ListState } from "./table/list-state.ts";
import type { Tab } from "./table/tabs.ts";

const lines: Record<Tab, Text> = {
  pending: "No pending requests.",
  all: "No users yet.",
  active: "No active users.",
};

interface NoUsersProps {
  tab: Tab;
  search: string;
  onChange: (change: Partial<ListState>) => void;
}

export function NoUsers({ tab, search, onChange }: NoUsersProps) {
  if (search.trim() !== "") {
    return (
      <EmptyState action={<Button onClick={() => onChange({ search: "" })}>{t("Clear search")}</Button>}>
        {t("No users match “{search}”.", { search: search.trim() })}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={
        tab !== "all" && <Button onClick={() => onChange({ tab: "all" })}>{t("Show all users")}</Button>
      }
    >
      {t(lines[tab])}
    </EmptyState>
  );
}
