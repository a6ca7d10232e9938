import { may } from "@souffleur/contracts";
import { Button, Card, ErrorState, Skeleton, useSession } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";
import styles from "./next-steps.module.css";
import { StepList } from "./step-list.tsx";
import { useNextSteps } from "./use-next-steps.ts";

/** A customer's open next steps. The height does not change while they load. @param except a call that is not shown */
export function CustomerSteps({ customerId, except }: { customerId: string; except?: string | undefined }) {
  const { user } = useSession();
  const query = useNextSteps(user?.id ?? "", { customerId });
  const { today = "", isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const steps = query.steps?.filter(({ callId }) => callId !== except);
  return (
    <Card title={t("Open next steps")} className={styles.reserved}>
      {isError && steps === undefined ? (
        <ErrorState onRetry={() => void refetch()}>{t("The next steps could not be loaded.")}</ErrorState>
      ) : steps === undefined ? (
        <Skeleton height={56} />
      ) : steps.length === 0 ? (
        <p className={styles.none}>{t("None")}</p>
      ) : (
        <StepList
          label={t("Open next steps")}
          steps={steps}
          today={today}
          withCustomer={false}
          mayChange={({ agentId }) => user !== null && (agentId === user.id || may(user.role, "manageUsers"))}
        />
      )}
      {hasNextPage && (
        <Button small variant="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("Show more")}
        </Button>
      )}
    </Card>
  );
}
