import { listErasures } from "@souffleur/contracts/privacy";
import {
  Button,
  Card,
  call,
  DownloadIcon,
  EmptyState,
  ErrorState,
  formatDateTime,
  Skeleton,
} from "@souffleur/shared-ui";
import { useQuery } from "@tanstack/react-query";
import { failureText } from "../users/failure-text.ts";
import styles from "./data.module.css";
import { counted, saveCertificate } from "./data-labels.ts";

const loadingTexts = {
  refused: "Past erasures could not be loaded.",
  unanswered: "Past erasures could not be loaded. Please check your connection.",
};

export function ErasuresCard({ callerId }: { callerId: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["admin", callerId, "erasures"],
    queryFn: async ({ signal }) => (await call(listErasures, {}, signal)).data.erasures,
    refetchOnMount: "always",
  });
  return (
    <Card title="Past erasures">
      {data === undefined ? (
        error !== null && !isFetching ? (
          <ErrorState onRetry={() => void refetch()}>{failureText(error, loadingTexts)}</ErrorState>
        ) : (
          <Skeleton height={48} />
        )
      ) : data.length === 0 ? (
        <EmptyState>No customer has been erased yet.</EmptyState>
      ) : (
        <ul className={styles.calls} aria-label="Past erasures">
          {data.map(({ id, requestedAt, calls, lines, by, certificate }) => (
            <li key={id}>
              <span>{formatDateTime(requestedAt)}</span>
              <span>
                {counted(calls, "call")}, {counted(lines, "line")}
              </span>
              <span className={styles.second}>{by === callerId ? "By you" : "By another administrator"}</span>
              {certificate === undefined ? (
                <span className={styles.second}>In progress</span>
              ) : (
                <Button
                  aria-label={`Download the certificate of ${formatDateTime(requestedAt)}`}
                  onClick={() => saveCertificate(certificate)}
                >
                  <DownloadIcon aria-hidden />
                  Certificate
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
