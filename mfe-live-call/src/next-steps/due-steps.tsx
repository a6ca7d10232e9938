import { Button, ErrorState, useAwaited, useSession } from "@souffleur/shared-ui";
import { Link } from "react-router-dom";
import { t } from "../texts/texts.ts";
import styles from "./next-steps.module.css";
import { StepList } from "./step-list.tsx";
import { useNextSteps } from "./use-next-steps.ts";

/** What the agent has to do today, and what is overdue; nothing without it. */
export function DueSteps() {
  const { user, organization } = useSession();
  const userId = user?.id ?? "";
  const query = useNextSteps(userId, { due: "today", agentId: userId });
  const { steps, today, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  useAwaited(query.isPending);
  if (isError && steps === undefined)
    return <ErrorState onRetry={() => void refetch()}>{t("The next steps could not be loaded.")}</ErrorState>;
  if (steps === undefined || today === undefined || steps.length === 0) return null;
  return (
    <section aria-label={t("To do today")} className={styles.due}>
      <div className={styles.head}>
        <h3>{t("To do today")}</h3>
        {organization !== null && <Link to="/profile#calendar">{t("In your calendar")}</Link>}
      </div>
      <StepList label={t("To do today")} steps={steps} today={today} withCustomer mayChange={() => true} />
      {hasNextPage && (
        <Button small variant="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("Show more")}
        </Button>
      )}
    </section>
  );
}
