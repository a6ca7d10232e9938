import { sttLanguage } from "@souffleur/contracts";
import { Card, call, ErrorState, Page, PageHeader, Skeleton } from "@souffleur/shared-ui";
import { useQuery } from "@tanstack/react-query";
import { t } from "./texts/texts.ts";

const languageTexts = {
  fr: "Calls are transcribed in French.",
  en: "Calls are transcribed in English.",
} as const;

export function NewRemoteScreen() {
  const { data, isError, refetch } = useQuery({
    queryKey: ["new-remote"],
    queryFn: async ({ signal }) => (await call(sttLanguage, {}, signal)).data,
  });
  return (
    <Page>
      <PageHeader title={t("New Remote")} subtitle={t("Replace this by what the screen is for.")} />
      {isError ? (
        <ErrorState onRetry={() => void refetch()}>{t("The screen could not be loaded.")}</ErrorState>
      ) : (
        <Card title={t("Transcription")} aria-busy={data === undefined}>
          <p>
            {data === undefined ? (
              <Skeleton width={240} />
            ) : (
              t(data.configured ? languageTexts[data.language] : "Transcription is off.")
            )}
          </p>
        </Card>
      )}
    </Page>
  );
}
