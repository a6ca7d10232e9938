import { may, type User } from "@souffleur/contracts";
import {
  ArrowLeftIcon,
  Button,
  Card,
  ErrorState,
  Notice,
  Page,
  PageHeader,
  PrinterIcon,
  RequestError,
  Skeleton,
  useSession,
} from "@souffleur/shared-ui";
import { PageLink, useBackToList } from "@souffleur/shared-ui/window-rows";
import type { ReactNode } from "react";
import { useParams } from "react-router-dom";
import { t } from "../../texts/texts.ts";
import { failureText } from "../use-calls.ts";
import { CallReview } from "./call-review.tsx";
import { DeleteCall, useDeletion } from "./delete-call.tsx";
import { ExportMenu } from "./export-menu.tsx";
import styles from "./review.module.css";
import { useReview } from "./use-review.ts";

/** The shell's route guard restricts this to signed-in users. */
export function ReviewPage() {
  const { user, organization } = useSession();
  const { callId } = useParams();
  if (!user || !callId) return null;
  const mayExport = organization !== null && may(user.role, "exportData");
  return <Review key={`${user.id} ${callId}`} user={user} callId={callId} mayExport={mayExport} />;
}

interface ReviewProps {
  user: User;
  callId: string;
  mayExport: boolean;
}

function Review({ user, callId, mayExport }: ReviewProps) {
  const { data, error, refetch } = useReview(user.id, callId);
  const back = useBackToList("/analytics/calls");
  const deletion = useDeletion(callId);
  const tools = (
    <div className={styles.tools}>
      <PageLink {...back} icon={ArrowLeftIcon} name={t("All calls")} />
      <Button disabled={data === undefined || deletion.isDone} onClick={() => window.print()}>
        <PrinterIcon aria-hidden />
        <span>{t("Print")}</span>
      </Button>
      {mayExport && <ExportMenu callId={callId} disabled={data === undefined || deletion.isDone} />}
      {data?.call.status === "ended" && !deletion.isDone && may(user.role, "manageUsers") && (
        <DeleteCall clientName={data.call.customer.name} deletion={deletion} />
      )}
    </div>
  );
  // Also after it was shown: it may have been deleted in the meantime.
  const isMissing = error instanceof RequestError && error.status === 404;
  if (!deletion.isDone) {
    if (data !== undefined && !isMissing) return <CallReview review={data} tools={tools} />;
    if (error === null) return <ReviewSkeleton tools={tools} />;
  }
  return (
    <Page>
      <PageHeader title={t("Call")}>{tools}</PageHeader>
      {deletion.isDone ? (
        <Notice kind="info">{t("This call was deleted.")}</Notice>
      ) : isMissing ? (
        <Notice kind="info">{t("This call does not exist, or you do not have access to it.")}</Notice>
      ) : (
        <ErrorState onRetry={() => void refetch()}>
          {t("The call could not be loaded. {reason}", { reason: failureText(error) })}
        </ErrorState>
      )}
    </Page>
  );
}

function ReviewSkeleton({ tools }: { tools: ReactNode }) {
  return (
    <Page>
      <PageHeader title={t("Call")} subtitle={<Skeleton width={320} />}>
        {tools}
      </PageHeader>
      <div role="status" aria-label={t("Loading call")}>
        <Skeleton height={62} />
        <div className={styles.columns}>
          <Skeleton height="calc(100dvh - var(--top-bar) - 48px)" />
          <div className={styles.side}>
            <Card title={t("Outcome and notes")}>
              <Skeleton height={72} />
            </Card>
            <Card title={t("Talk figures")}>
              <Skeleton height={320} />
            </Card>
          </div>
        </div>
      </div>
    </Page>
  );
}
