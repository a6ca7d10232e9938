import { listErasures } from "@souffleur/contracts/privacy";
import { Button, Card, call, DownloadIcon, EmptyState, formatDateTime } from "@souffleur/shared-ui";
import { useQuery } from "@tanstack/react-query";
import { NotLoaded } from "../not-loaded.tsx";
import { t } from "../texts/texts.ts";
import type { FailureTexts } from "../users/failure-text.ts";
import styles from "./data.module.css";
import { saveCertificate } from "./save-certificate.ts";

const loadingTexts: FailureTexts = {
  refused: "Past erasures could not be loaded.",
  unanswered: "Past erasures could not be loaded. Please check your connection.",
};

export function ErasuresCard({ callerId }: { callerId: string }) {
  const erasures = useQuery({
    queryKey: ["admin", callerId, "erasures"],
    queryFn: async ({ signal }) => (await call(listErasures, {}, signal)).data.erasures,
    refetchOnMount: "always",
  });
  return (
    <Card title={t("Past erasures")}>
      {erasures.data === undefined ? (
        <NotLoaded query={erasures} texts={loadingTexts} height={48} />
      ) : erasures.data.length === 0 ? (
        <EmptyState>{t("No customer has been erased yet.")}</EmptyState>
      ) : (
        <ul className={styles.calls} aria-label={t("Past erasures")}>
          {erasures.data.map(({ id, requestedAt, calls, lines, by, certificate }) => (
            <li key={id}>
              <span>{formatDateTime(requestedAt)}</span>
              <span>
                {t(
                  "{calls, plural, one {# call} other {# calls}}, {lines, plural, one {# line} other {# lines}}",
                  { calls, lines },
                )}
              </span>
              <span className={styles.second}>
                {t(by === callerId ? "By you" : "By another administrator")}
              </span>
              {certificate === undefined ? (
                <span className={styles.second}>{t("In progress")}</span>
              ) : (
                <Button
                  aria-label={t("Download the certificate of {date}", { date: formatDateTime(requestedAt) })}
                  onClick={() => saveCertificate(certificate)}
                >
                  <DownloadIcon aria-hidden />
                  <span>{t("Certificate")}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
