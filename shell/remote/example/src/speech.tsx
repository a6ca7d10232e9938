import { sttStats } from "@souffleur/contracts";
import {
  call,
  ErrorState,
  formatCount,
  MicrophoneIcon,
  Page,
  PageHeader,
  StatTile,
  Tiles,
} from "@souffleur/shared-ui";
import { useQuery } from "@tanstack/react-query";
import styles from "./speech.module.css";
import { t } from "./texts/texts.ts";

export function Speech() {
  const { data, isError, refetch } = useQuery({
    queryKey: ["speech"],
    queryFn: async ({ signal }) => (await call(sttStats, {}, signal)).data.stats,
  });
  return (
    <Page>
      <PageHeader title={t("Speech")} />
      <p className={styles.note}>
        {t("What was transcribed for your organization since the server's start.")}
      </p>
      {isError ? (
        <ErrorState onRetry={() => refetch()}>{t("The counts could not be loaded.")}</ErrorState>
      ) : (
        <Tiles columns={2}>
          <StatTile label={t("Lines")} value={data && formatCount(data.transcripts)} icon={MicrophoneIcon} />
          <StatTile
            label={t("Packets")}
            value={data && formatCount(data.packetsReceived)}
            icon={MicrophoneIcon}
          />
        </Tiles>
      )}
    </Page>
  );
}
