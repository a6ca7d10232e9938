import { isPlatformAdmin, limits, may, type Organization, type User } from "@souffleur/contracts";
import {
  Badge,
  Button,
  DownloadIcon,
  ErrorState,
  formatCount,
  MailIcon,
  Notice,
  Page,
  PageHeader,
  Tabs,
} from "@souffleur/shared-ui";
import { PageLink } from "@souffleur/shared-ui/window-rows";
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { t } from "../texts/texts.ts";
import { useUserList, useUserStats } from "./admin-queries.ts";
import { ConfirmChange } from "./confirm-change.tsx";
import { ListToolbar, NoUsers, Pager } from "./list-parts.tsx";
import { type Action, actionsFor, mayChangeRole, mayRecover, mayRepeatMail } from "./permissions.ts";
import { RowActions } from "./row-actions.tsx";
import { StatTiles } from "./stat-tiles.tsx";
import { exportFileName, saveCsv, usersCsv } from "./table/export-users.ts";
import { defaultSort, nearestPage, type Sort, useListState } from "./table/list-state.ts";
import { orderUsers } from "./table/order-users.ts";
import { RoleChangeContext } from "./table/role-cell.tsx";
import { readAhead, searchUsers } from "./table/search-users.ts";
import { type Tab, tabs, tabText } from "./table/tabs.ts";
import { useUsersTable } from "./table/use-users-table.ts";
import { UsersTable } from "./table/users-table.tsx";
import { useChangeUser } from "./use-change-user.ts";
import styles from "./users.module.css";

const noUsers: readonly User[] = [];

interface UserManagementProps {
  caller: User;
  organization: Organization | null;
}

export function UserManagement({ caller, organization }: UserManagementProps) {
  const [state, changeState] = useListState();
  const { tab, size } = state;
  const stats = useUserStats(caller.id);
  const { users, isCut, failure, refreshing, reload } = useUserList(caller.id, tab);
  const [asked, setAsked] = useState<{ action: Action; user: User }>();
  const { change, busy, proof } = useChangeUser(caller.id, asked?.action, () => setAsked(undefined));
  const list = useRef<HTMLDivElement>(null);

  const withOrganization = isPlatformAdmin(caller.role, organization);
  const listed = useFoundUsers(users, withOrganization, [state, changeState]);
  const { onTab, found, loaded, search, sort, page, visible } = listed;
  const onSort = (sort: Sort) => changeState({ sort });
  const table = useUsersTable({ users: visible, withOrganization, sort, onSort });
  const roleChange = useMemo(
    () => ({
      mayChange: (user: User) => mayChangeRole(caller, user, tab),
      onAsk: (user: User) => setAsked({ action: "changeRole", user }),
    }),
    [caller, tab],
  );
  const counts = countsOf(stats, tab, onTab);

  return (
    <Page>
      <PageHeader title={t("User Management")} subtitle={t("Approve requests and manage access.")}>
        <Tools role={caller.role} isPlatform={withOrganization} tab={tab} found={found} />
      </PageHeader>
      <StatTiles {...stats} />
      <ListToolbar
        search={state.search}
        size={size}
        found={loaded && search !== "" ? found.length : undefined}
        onSearch={(search) => changeState({ search })}
        onSize={(size) => changeState({ size })}
      />
      <Tabs label={t("Users")} value={tab} onChange={(tab) => changeState({ tab })} tabs={tabsWith(counts)}>
        <div ref={list} tabIndex={-1} className={styles.list}>
          {failure === undefined && onTab === undefined && (
            <p className="visually-hidden" role="status" aria-label={t("Loading users")} />
          )}
          {isCut && (
            <Notice kind="info">
              {t("Only the {count} oldest accounts are listed. Search from the top bar finds all.", {
                count: formatCount(limits.accountsMax),
              })}
            </Notice>
          )}
          {failure !== undefined ? (
            <ErrorState onRetry={reload}>{failure}</ErrorState>
          ) : loaded && found.length === 0 ? (
            <NoUsers tab={tab} search={search} onChange={changeState} />
          ) : (
            <RoleChangeContext value={roleChange}>
              <UsersTable
                name={tabText(tab)}
                table={table}
                loading={onTab === undefined}
                expected={counts[tab]}
                size={size}
                refreshing={refreshing}
                callerId={caller.id}
                actions={(user, nameId) => (
                  <RowActions
                    actions={actionsFor(caller, user, tab)}
                    mayRecover={mayRecover(caller, user, tab)}
                    mayRepeatMail={mayRepeatMail(caller, user)}
                    nameId={nameId}
                    onAction={(action) => setAsked({ action, user })}
                  />
                )}
              />
            </RoleChangeContext>
          )}
          {onTab !== undefined && (
            <Pager page={page} size={size} rows={found.length} onPage={(page) => changeState({ page })} />
          )}
        </div>
      </Tabs>
      {asked && (
        <ConfirmChange
          {...asked}
          caller={caller}
          isPlatform={withOrganization}
          busy={busy}
          onConfirm={change}
          onClose={() => setAsked(undefined)}
          focusAfter={list}
        />
      )}
      {proof}
    </Page>
  );
}

/** How many users each tab has, as far as that is known. */
function countsOf(
  { stats, isFailed }: ReturnType<typeof useUserStats>,
  tab: Tab,
  onTab: readonly User[] | undefined,
) {
  const known = isFailed ? undefined : stats;
  const counts = { pending: known?.pending, all: known?.total, active: known?.active };
  // The length of the current list is exact; those of the other tabs may not be loaded.
  if (onTab !== undefined) counts[tab] = onTab.length;
  return counts;
}

function tabsWith(counts: Record<Tab, number | undefined>) {
  return tabs.map((value) => {
    const count = counts[value] === undefined ? "…" : formatCount(counts[value]);
    return { value, name: tabText(value), aside: <Badge className={styles.count} data-count={count} /> };
  });
}

interface ToolsProps {
  role: User["role"];
  isPlatform: boolean;
  tab: Tab;
  found: readonly User[];
}

/** The link to a screen that the top bar does not have, and the export of the users that are found. */
function Tools({ role, isPlatform, tab, found }: ToolsProps) {
  return (
    <div className={styles.tools}>
      {isPlatform ? (
        <PageLink to="/admin/domains" icon={MailIcon} name={t("Domains")} />
      ) : (
        <PageLink to="/admin/invitations" icon={MailIcon} name={t("Invitations")} />
      )}
      {may(role, "exportData") && (
        <Button
          onClick={() => saveCsv(exportFileName(tab, Date.now()), usersCsv(found))}
          disabled={found.length === 0}
        >
          <DownloadIcon aria-hidden />
          <span>{t("Export CSV")}</span>
        </Button>
      )}
    </div>
  );
}

/** The users of the tab, found by the search, in their order, and those of the page. */
function useFoundUsers(
  users: readonly User[] | undefined,
  withOrganization: boolean,
  [state, changeState]: ReturnType<typeof useListState>,
) {
  const { tab, size } = state;
  // Typing takes precedence over rendering the rows.
  const search = useDeferredValue(state.search);
  const onTab = useMemo(
    () => (tab === "active" ? users?.filter(({ status }) => status === "active") : users),
    [tab, users],
  );
  useEffect(() => users && readAhead(users), [users]);
  const sort = state.sort.by === "organization" && !withOrganization ? defaultSort(tab) : state.sort;
  const { by, descending } = sort;
  // Sorted before the search, so that a new search does not sort again.
  const ordered = useMemo(() => orderUsers(onTab ?? noUsers, { by, descending }), [onTab, by, descending]);
  const found = useMemo(() => searchUsers(ordered, search), [ordered, search]);
  const loaded = onTab !== undefined && search === state.search;
  const page = nearestPage(state.page, found.length, size);
  // Changes the address to the last page if the list has become shorter.
  const correctPage = useEffectEvent(() => changeState({ page }));
  const isPageWrong = loaded && page !== state.page;
  useEffect(() => {
    if (isPageWrong) correctPage();
  }, [isPageWrong]);

  const visible = useMemo(() => found.slice((page - 1) * size, page * size), [found, page, size]);
  return { onTab, found, loaded, search, sort, page, visible };
}
