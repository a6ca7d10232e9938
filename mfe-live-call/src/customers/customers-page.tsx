import { csvSeparatorOf, may, type User } from "@souffleur/contracts";
import { exportCustomers } from "@souffleur/contracts/customers";
import {
  Button,
  classNames,
  DownloadIcon,
  download,
  EmptyState,
  ErrorState,
  Page,
  PageHeader,
  PlusIcon,
  RequestError,
  SearchField,
  toast,
  useSession,
} from "@souffleur/shared-ui";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { t } from "../texts/texts.ts";
import { CustomerDialog } from "./customer-dialog.tsx";
import { CustomerRows } from "./customer-rows.tsx";
import styles from "./customers.module.css";
import { failureText, useCustomers } from "./use-customers.ts";

/** With the reader of tables, which few visits need. */
const ImportDialog = lazy(() => import("./import/import-dialog.tsx"));

/** The organization's customers, as far as the user may see them. */
export default function CustomersPage() {
  const { user, organization } = useSession();
  if (user === null) return null;
  if (organization === null)
    return (
      <Page>
        <PageHeader title={t("Customers")} />
        <EmptyState>{t("Customers belong to their organization: only its own members see them.")}</EmptyState>
      </Page>
    );
  return <Customers key={user.id} user={user} />;
}

function Customers({ user }: { user: User }) {
  const [params, setParams] = useSearchParams();
  const q = params.get("q")?.trim() ?? "";
  const list = useCustomers(user.id, q);
  const { customers, error, isPlaceholderData, refetch } = list;
  const [opened, setOpened] = useState<"create" | "import">();
  const navigate = useNavigate();
  const csv = useExport();
  const refused = error instanceof RequestError ? error.fields.q : undefined;
  const close = () => setOpened(undefined);
  const search = (text: string) => setParams(text === "" ? {} : { q: text }, { replace: true });
  return (
    <Page>
      <PageHeader
        title={t("Customers")}
        subtitle={t(
          may(user.role, "viewAllCalls")
            ? "All customers of your organization, by name"
            : "Your customers and those without an owner, by name",
        )}
      >
        <div className={styles.tools}>
          {may(user.role, "exportData") && (
            <Button busy={csv.isPending} disabled={!customers?.length} onClick={() => csv.mutate()}>
              <DownloadIcon aria-hidden />
              <span>{t("Export CSV")}</span>
            </Button>
          )}
          <Button onClick={() => setOpened("import")}>{t("Import CSV")}</Button>
          <Button variant="primary" onClick={() => setOpened("create")}>
            <PlusIcon aria-hidden />
            <span>{t("Add customer")}</span>
          </Button>
        </div>
      </PageHeader>
      <SearchField
        label={t("Search customers")}
        placeholder={t("Name, company, number…")}
        hint={t("Words, or how names begin; numbers in any format.")}
        searched={q}
        error={refused}
        onSearch={search}
      />
      <div
        className={classNames(styles.list, isPlaceholderData && styles.stale)}
        hidden={refused !== undefined}
      >
        {customers === undefined && error !== null ? (
          <ErrorState onRetry={() => void refetch()}>
            {t("The customers could not be loaded. {reason}", { reason: failureText(error) })}
          </ErrorState>
        ) : customers?.length === 0 ? (
          <EmptyState
            action={
              q === "" ? (
                <Button onClick={() => setOpened("create")}>{t("Add customer")}</Button>
              ) : (
                <Button onClick={() => search("")}>{t("Clear search")}</Button>
              )
            }
          >
            {t(q === "" ? "No customers yet." : "No customers contain these words.")}
          </EmptyState>
        ) : (
          <CustomerRows list={list} />
        )}
      </div>
      {opened === "create" && (
        <CustomerDialog
          user={user}
          stored={undefined}
          onClose={close}
          onStored={({ id }) => navigate(`/live-call/customers/${id}`)}
        />
      )}
      {opened === "import" && (
        <Suspense fallback={null}>
          <ImportDialog onClose={close} />
        </Suspense>
      )}
    </Page>
  );
}

function useExport() {
  return useMutation({
    mutationFn: () => {
      const separator = csvSeparatorOf(navigator.language) === ";" ? "semicolon" : "comma";
      return download(exportCustomers, { query: { separator } });
    },
    onError: (error) => toast.error(t("The export failed. {reason}", { reason: failureText(error) })),
  });
}
