import { ErrorState, failureTexts, RequestError, sharedText as t } from "@souffleur/shared-ui";

/** Shown instead of figures that could not be loaded. */
export function FiguresError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <ErrorState onRetry={onRetry}>
      {`${t("The figures could not be loaded.")} ${error instanceof RequestError ? error.message : failureTexts.unexpected}`}
    </ErrorState>
  );
}
