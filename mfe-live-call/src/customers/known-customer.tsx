import { Badge, Card, MailIcon, PhoneIcon, RequestError, Skeleton, useSession } from "@souffleur/shared-ui";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { t } from "../texts/texts.ts";
import styles from "./customers.module.css";
import { LastCalls } from "./last-calls.tsx";
import { customerQuery } from "./use-customers.ts";

interface KnownCustomerProps {
  customerId: string;
  /** The call on the screen. */
  callId: string | undefined;
  /** What the call itself knows of the customer, for one that was deleted or belongs to a colleague by now. */
  children: ReactNode;
}

/** The stored customer on the line: who they are, their last calls and their open next steps. */
export default function KnownCustomer({ customerId, callId, children }: KnownCustomerProps) {
  const userId = useSession().user?.id ?? "";
  const { data, error } = useQuery(customerQuery(userId, customerId));
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
        <Card title={t("Customer")}>
          <p className={styles.name}>
            <Link to={`/live-call/customers/${encodeURIComponent(data.id)}`}>{data.name}</Link>
          </p>
          {data.company !== undefined && <p className={styles.second}>{data.company}</p>}
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
              {data.tags.map((tag) => (
                <li key={tag}>
                  <Badge>{tag}</Badge>
                </li>
              ))}
            </ul>
          )}
        </Card>
      )}
      <LastCalls userId={userId} customerId={customerId} count={6} except={callId} />
    </>
  );
}
