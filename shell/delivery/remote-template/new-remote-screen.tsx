import { sttLanguage } from "@souffleur/contracts";
import { Card, call, ErrorState, Page, PageHeader, Skeleton } from "@souffleur/shared-ui";
import { useQuery } from "@tanstack/react-query";

const texts = {
  title: "New Remote",
  subtitle: "Replace this by what the screen is for.",
  card: "Transcription",
  on: { fr: "Calls are transcribed in French.", en: "Calls are transcribed in English." },
  off: "Transcription is off.",
  failed: "The screen could not be loaded.",
};

export function NewRemoteScreen() {
  const { data, isError, refetch } = useQuery({
    queryKey: ["new-remote"],
    queryFn: async ({ signal }) => (await call(sttLanguage, {}, signal)).data,
  });
  return (
    <Page>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      {isError ? (
        <ErrorState onRetry={() => void refetch()}>{texts.failed}</ErrorState>
      ) : (
        <Card title={texts.card} aria-busy={data === undefined}>
          <p>
            {data === undefined ? (
              <Skeleton width={240} />
            ) : data.configured ? (
              texts.on[data.language]
            ) : (
              texts.off
            )}
          </p>
        </Card>
      )}
    </Page>
  );
}
