import { isPlatformAdmin, may, type Organization, type User } from "@souffleur/contracts";
import {
  Badge,
  Button,
  DealIcon,
  DownloadIcon,
  ErrorState,
  formatCount,
  Page,
  PageHeader,
  ReleaseIcon,
  ShieldIcon,
  Tabs,
} from "@souffleur/shared-ui";
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { PageLink } from "../page-link.tsx";
import { t } from "../texts/texts.ts";
import { useUserList, useUserStats } from "./admin-queries.ts";
import { ConfirmChange } from "./confirm-change.tsx";
import { ListToolbar } from "./list-toolbar.tsx";
import { NoUsers } from "./no-users.tsx";
import { Pager } from "./pager.tsx";
import { type Action, actionsFor, mayChangeRole } from "./permissions.ts";
import { RowActions } from "./row-actions.tsx";
import { StatTiles } from "./stat-tiles.tsx";
import { exportFileName, saveCsv, usersCsv } from "./table/export-users.ts";
import { defaultSort, nearestPage, useListState } from "./table/list-state.ts";
import { orderUsers } from "./table/order-users.ts";
import { RoleChangeContext } from "./table/role-cell.tsx";
import { searchUsers } from "./table/search-users.ts";
import { tabs, tabText } from "./table/tabs.ts";
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
  const { users, failure, refreshing, reload } = useUserList(caller.id, tab);
  const [asked, setAsked] = useState<{ action: Action; user: User }>();
  const { change, busy } = useChangeUser(caller.id, () => setAsked(undefined));
  const list = useRef<HTMLDivElement>(null);

  // Typing takes precedence over rendering the rows.
  const search = useDeferredValue(state.search);
  const onTab = useMemo(
    () => (tab === "active" ? users?.filter(({ status }) => status === "active") : users),
    [tab, users],
  );
  const withOrganization = isPlatformAdmin(caller.role, organization);
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
  const table = useUsersTable({
    users: visible,
    count: found.length,
    withOrganization,
    sort,
    onSort: (sort) => changeState({ sort }),
    page,
    size,
  });
  const roleChange = useMemo(
    () => ({
      mayChange: (user: User) => mayChangeRole(caller, user, tab),
      onAsk: (user: User) => setAsked({ action: "changeRole", user }),
    }),
    [caller, tab],
  );
  const exportCsv = () => saveCsv(exportFileName(tab, Date.now()), usersCsv(found));
  const known = stats.isFailed ? undefined : stats.stats;
  const counts = { pending: known?.pending, all: known?.total, active: known?.active };
  // The length of the current list is exact; those of the other tabs may not be loaded.
  if (onTab !== undefined) counts[tab] = onTab.length;
  const empty = loaded && found.length === 0;

  return (
    <Page>
      <PageHeader title={t("User Management")} subtitle={t("Approve requests and manage access.")}>
        <div className={styles.tools}>
          {withOrganization ? (
            <PageLink to="/admin/releases" icon={ReleaseIcon} name={t("Releases")} />
          ) : (
            <PageLink to="/admin/playbook" icon={DealIcon} name={t("Playbook")} />
          )}
          {may(caller.role, "manageSettings") && (
            <PageLink to="/admin/data" icon={ShieldIcon} name={t("Data")} />
          )}
          {may(caller.role, "exportData") && (
            <Button onClick={exportCsv} disabled={found.length === 0}>
              <DownloadIcon aria-hidden />
              <span>{t("Export CSV")}</span>
            </Button>
          )}
        </div>
      </PageHeader>
      <StatTiles {...stats} />
      <ListToolbar
        search={state.search}
        size={size}
        found={loaded && search !== "" ? found.length : undefined}
        onSearch={(text) => changeState({ search: text })}
        onSize={(rows) => changeState({ size: rows })}
      />
      <Tabs
        label={t("Users")}
        value={tab}
        onChange={(next) => changeState({ tab: next })}
        tabs={tabs.map((value) => ({
          value,
          name: tabText(value),
          aside: (
            <Badge
              className={styles.count}
              data-count={counts[value] === undefined ? "…" : formatCount(counts[value])}
            />
          ),
        }))}
      >
        <div ref={list} tabIndex={-1} className={styles.list}>
          {failure === undefined && onTab === undefined && (
            <p className="visually-hidden" role="status" aria-label={t("Loading users")} />
          )}
          {failure !== undefined ? (
            <ErrorState onRetry={reload}>{failure}</ErrorState>
          ) : empty ? (
            <NoUsers tab={tab} search={search} onChange={changeState} />
          ) : (
            <RoleChangeContext value={roleChange}>
              <UsersTable
                name={tabText(tab)}
                table={table}
                loading={onTab === undefined}
                expected={counts[tab]}
                refreshing={refreshing}
                callerId={caller.id}
                actions={(user, nameId) => (
                  <RowActions
                    actions={actionsFor(caller, user, tab)}
                    nameId={nameId}
                    onAction={(action) => setAsked({ action, user })}
                  />
                )}
              />
            </RoleChangeContext>
          )}
          {onTab !== undefined && (
            <Pager
              page={page}
              size={size}
              rows={found.length}
              onPage={(next) => changeState({ page: next })}
            />
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
    </Page>
  );
}
