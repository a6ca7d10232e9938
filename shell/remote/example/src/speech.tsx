import { sttStats } from "@souffleur/contracts";
import { call, ErrorState, MicrophoneIcon, Page, PageHeader, StatTile, Tiles } from "@souffleur/shared-ui";
import { useQuery } from "@tanstack/react-query";
import styles from "./speech.module.css";

export function Speech() {
  const { data, isError, refetch } = useQuery({
    queryKey: ["speech"],
    queryFn: async ({ signal }) => (await call(sttStats, {}, signal)).data.stats,
  });
  return (
    <Page>
      <PageHeader title="Speech" />
      <p className={styles.note}>What was transcribed for your organization since the server's start.</p>
      {isError ? (
        <ErrorState onRetry={() => refetch()}>The counts could not be loaded.</ErrorState>
      ) : (
        <Tiles columns={2}>
          <StatTile label="Lines" value={data && String(data.transcripts)} icon={MicrophoneIcon} />
          <StatTile label="Packets" value={data && String(data.packetsReceived)} icon={MicrophoneIcon} />
        </Tiles>
      )}
    </Page>
  );
}
