import { Button, EmptyState } from "@souffleur/shared-ui";
import type { ListState, Tab } from "./list-state.ts";

const lines: Record<Tab, string> = {
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
      <EmptyState action={<Button onClick={() => onChange({ search: "" })}>Clear search</Button>}>
        No users match “{search.trim()}”.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={tab !== "all" && <Button onClick={() => onChange({ tab: "all" })}>Show all users</Button>}
    >
      {lines[tab]}
    </EmptyState>
  );
}
