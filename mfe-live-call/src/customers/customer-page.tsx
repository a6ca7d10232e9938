import { may, type User } from "@souffleur/contracts";
import type { StoredCustomer } from "@souffleur/contracts/customers";
import {
  ArrowLeftIcon,
  Badge,
  Button,
  Card,
  CloseIcon,
  ConfirmDialog,
  ErrorState,
  MailIcon,
  Notice,
  Page,
  PageHeader,
  PhoneIcon,
  RequestError,
  ShowTogether,
  Skeleton,
  toast,
  useSession,
} from "@souffleur/shared-ui";
import { PageLink } from "@souffleur/shared-ui/window-rows";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { t } from "../texts/texts.ts";
import { CustomerDialog } from "./customer-dialog.tsx";
import styles from "./customers.module.css";
import { LastCalls } from "./last-calls.tsx";
import { customerQuery, failureText, useDeleteCustomer } from "./use-customers.ts";

const listAddress = "/live-call/customers";

/** A customer with its calls. */
export default function CustomerPage() {
  const { user } = useSession();
  const { customerId } = useParams();
  if (user === null || customerId === undefined) return null;
  return <Customer key={`${user.id} ${customerId}`} user={user} customerId={customerId} />;
}

function Customer({ user, customerId }: { user: User; customerId: string }) {
  const { data, error, refetch } = useQuery(customerQuery(user.id, customerId));
  const back = <PageLink to={listAddress} icon={ArrowLeftIcon} name={t("All customers")} />;
  // Also after it was shown: it may have been deleted in the meantime.
  const isMissing = error instanceof RequestError && error.status === 404;
  if (data !== undefined && !isMissing) return <Shown user={user} customer={data} back={back} />;
  return (
    <Page>
      <PageHeader title={t("Customer")}>{back}</PageHeader>
      {isMissing ? (
        <Notice kind="info">{t("This customer does not exist, or you do not have access to it.")}</Notice>
      ) : error === null ? (
        <div role="status" aria-label={t("Loading the customer")}>
          <Skeleton height={240} />
        </div>
      ) : (
        <ErrorState onRetry={() => void refetch()}>
          {t("The customer could not be loaded. {reason}", { reason: failureText(error) })}
        </ErrorState>
      )}
    </Page>
  );
}

function Shown({ user, customer, back }: { user: User; customer: StoredCustomer; back: ReactElement }) {
  const { id, name, company, numbers, emails, tags, notes, owner } = customer;
  const [isEditing, setEditing] = useState(false);
  const manages = may(user.role, "manageUsers");
  const isOwn = owner?.userId === user.id;
  return (
    <Page>
      <PageHeader title={name} subtitle={company}>
        <div className={styles.tools}>
          {back}
          {(manages || isOwn || owner === undefined) && (
            <Button onClick={() => setEditing(true)}>{t("Edit")}</Button>
          )}
          {(manages || isOwn) && <DeleteButton customer={customer} />}
        </div>
      </PageHeader>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Card title={t("Contact")}>
            <ul className={styles.contacts}>
              {numbers.map((number) => (
                <li key={number}>
                  <PhoneIcon aria-hidden />
                  <a href={`tel:${number.replace(/\s/gu, "")}`}>{number}</a>
                </li>
              ))}
              {emails.map((email) => (
                <li key={email}>
                  <MailIcon aria-hidden />
                  <a href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}>{email}</a>
                </li>
              ))}
            </ul>
            {numbers.length + emails.length === 0 && (
              <p className={styles.second}>{t("No number and no address yet.")}</p>
            )}
            <dl className={styles.facts}>
              <dt>{t("Owner")}</dt>
              <dd>{owner?.name ?? t("No owner")}</dd>
            </dl>
            {tags.length > 0 && (
              <ul aria-label={t("Tags")} className={styles.tags}>
                {tags.map((tag) => (
                  <li key={tag}>
                    <Badge>{tag}</Badge>
                  </li>
                ))}
              </ul>
            )}
          </Card>
          <Card title={t("Notes")}>
            <p className={notes === "" ? styles.second : styles.notes}>{notes || t("No notes.")}</p>
          </Card>
        </div>
        <ShowTogether className={styles.column} places={<Skeleton height={240} />}>
          <LastCalls userId={user.id} customerId={id} count={20} />
        </ShowTogether>
      </div>
      {isEditing && (
        <CustomerDialog user={user} stored={customer} onStored={() => {}} onClose={() => setEditing(false)} />
      )}
    </Page>
  );
}

function DeleteButton({ customer: { id, name } }: { customer: StoredCustomer }) {
  const [isConfirming, setConfirming] = useState(false);
  const navigate = useNavigate();
  const remove = useDeleteCustomer();
  const mutation = useMutation({
    mutationFn: () => remove(id),
    onSuccess: () => toast.success(t("Customer deleted")),
    onError: (error) => toast.error(failureText(error)),
  });
  return (
    <>
      <Button variant="danger" onClick={() => setConfirming(true)}>
        <CloseIcon aria-hidden />
        <span>{t("Delete")}</span>
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={t("Delete {name}?", { name })}
        description={t("The customer is deleted for everyone. Their calls are kept. This can't be undone.")}
        confirmText={t("Delete")}
        confirmVariant="danger"
        busy={mutation.isPending}
        // Not where the user has left meanwhile.
        onConfirm={() => mutation.mutate(undefined, { onSuccess: () => navigate(listAddress) })}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}
