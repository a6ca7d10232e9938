import { ErrorState, failureTexts, RequestError } from "@souffleur/shared-ui";

/** In place of figures that could not be loaded. */
export function FiguresError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <ErrorState onRetry={onRetry}>
      The figures could not be loaded.{" "}
      {error instanceof RequestError ? error.message : failureTexts.unexpected}
    </ErrorState>
  );
}
