import { type ErasureCertificate, listErasures } from "@souffleur/contracts/privacy";
import { Button, Card, DownloadIcon, EmptyState, formatDateTime, saveFile } from "@souffleur/shared-ui";
import { NotLoaded } from "../not-loaded.tsx";
import { t } from "../texts/texts.ts";
import { useEndpoint } from "../use-endpoint.ts";
import styles from "./settings.module.css";

export function saveCertificate(certificate: ErasureCertificate): void {
  const name = `erasure-${certificate.completedAt.slice(0, 10)}-${certificate.id.slice(0, 8)}.json`;
  saveFile(name, new Blob([`${JSON.stringify(certificate, null, 2)}\n`], { type: "application/json" }));
}

export function ErasuresCard({ callerId }: { callerId: string }) {
  const query = useEndpoint(["admin", callerId, "erasures"], listErasures);
  const erasures = query.data?.erasures;
  return (
    <Card title={t("Past erasures")}>
      {erasures === undefined ? (
        <NotLoaded query={query} text="Past erasures could not be loaded." height={48} />
      ) : erasures.length === 0 ? (
        <EmptyState>{t("No customer has been erased yet.")}</EmptyState>
      ) : (
        <ul className={styles.calls} aria-label={t("Past erasures")}>
          {erasures.map(({ id, requestedAt, calls, lines, by, certificate }) => (
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
