import type { Customer } from "@souffleur/contracts";
import { Badge, Card, MailIcon, PhoneIcon, RequestError, Skeleton, useSession } from "@souffleur/shared-ui";
import { Callers, useCallers } from "@souffleur/shared-ui/customer";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { t } from "../texts/texts.ts";
import styles from "./customers.module.css";
import { LastCalls } from "./last-calls.tsx";
import { customerQuery } from "./use-customers.ts";

interface KnownCustomerProps {
  /** With an id. */
  customer: Customer;
  /** The call on the screen. */
  callId: string | undefined;
  onChosen: (customer: Customer) => void;
  /** What the call itself knows of the customer, for one that was deleted or belongs to a colleague by now. */
  children: ReactNode;
}

/** In view beside a call; the customer's page has all. */
const tagsMost = 6;

/** The stored customer on the line: who they are, their last calls and their open next steps. */
export default function KnownCustomer({ customer, callId, onChosen, children }: KnownCustomerProps) {
  const { id: customerId = "" } = customer;
  const userId = useSession().user?.id ?? "";
  const { data, error } = useQuery(customerQuery(userId, customerId));
  const callers = useCallers(callId, customer);
  if (data === undefined && error instanceof RequestError && error.status === 404) return children;
  return (
    <>
      {data === undefined ? (
        <Card title={t("Customer")}>
          <div role="status" aria-label={t("Loading the customer")}>
            <Skeleton height={112} />
          </div>
        </Card>
      ) : (
        <Card title={t("Customer")} className={styles.card}>
          <div className={styles.long}>
            <p className={styles.name}>
              <Link to={`/live-call/customers/${encodeURIComponent(data.id)}`}>
                <bdi>{data.name}</bdi>
              </Link>
            </p>
            {data.company !== undefined && (
              <p className={styles.second}>
                <bdi>{data.company}</bdi>
              </p>
            )}
          </div>
          <ul className={styles.contacts}>
            {data.numbers.slice(0, 2).map((number) => (
              <li key={number}>
                <PhoneIcon aria-hidden />
                <span>{number}</span>
              </li>
            ))}
            {data.emails.slice(0, 1).map((email) => (
              <li key={email}>
                <MailIcon aria-hidden />
                <span>{email}</span>
              </li>
            ))}
          </ul>
          {data.tags.length > 0 && (
            <ul aria-label={t("Tags")} className={styles.tags}>
              {data.tags.slice(0, tagsMost).map((tag) => (
                <li key={tag}>
                  <Badge>{tag}</Badge>
                </li>
              ))}
              {data.tags.length > tagsMost && (
                <li className={styles.second}>
                  {t("{count, plural, one {# more} other {# more}}", { count: data.tags.length - tagsMost })}
                </li>
              )}
            </ul>
          )}
          {callers && callId !== undefined && (
            <Callers callId={callId} callers={callers} chosen={data} onChosen={onChosen} />
          )}
        </Card>
      )}
      <LastCalls userId={userId} customerId={customerId} count={6} except={callId} />
    </>
  );
}
