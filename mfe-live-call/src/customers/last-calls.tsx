import { listCalls } from "@souffleur/contracts";
import { Card, call, ErrorState, formatDateTime, Skeleton } from "@souffleur/shared-ui";
import { OutcomeBadge } from "@souffleur/shared-ui/wrap-up";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { CustomerSteps } from "../next-steps/customer-steps.tsx";
import { t } from "../texts/texts.ts";
import styles from "./customers.module.css";

interface LastCallsProps {
  userId: string;
  customerId: string;
  /** The most calls that are shown. */
  count: number;
  /** A call that is not shown: the running one. */
  except?: string | undefined;
}

/** A customer's last calls with their outcomes, and their open next steps. The height does not change while they load. */
export function LastCalls({ userId, customerId, count, except }: LastCallsProps) {
  const { data, isError, refetch } = useQuery({
    queryKey: ["calls", "of-customer", userId, customerId, count],
    queryFn: async ({ signal }) =>
      (await call(listCalls, { query: { customerId, limit: count } }, signal)).data.calls,
    staleTime: 0,
  });
  const calls = data?.filter(({ callId }) => callId !== except);
  return (
    <>
      <CustomerSteps customerId={customerId} except={except} />
      <Card title={t("Last calls")} className={styles.reserved}>
        {isError && data === undefined ? (
          <ErrorState onRetry={() => void refetch()}>{t("The calls could not be loaded.")}</ErrorState>
        ) : calls === undefined ? (
          <div role="status" aria-label={t("Loading the calls")}>
            <Skeleton height={40} />
          </div>
        ) : calls.length === 0 ? (
          <p className={styles.second}>{t("No calls yet.")}</p>
        ) : (
          <ul className={styles.calls}>
            {calls.map((one) => (
              <li key={one.callId}>
                <Link to={`/analytics/calls/${encodeURIComponent(one.callId)}`}>
                  {formatDateTime(one.startedAt)}
                </Link>
                <OutcomeBadge {...one} />
                {one.gist !== undefined && (
                  <p lang="fr" className={styles.gist}>
                    {one.gist}
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}
