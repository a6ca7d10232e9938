import { ErrorState, Skeleton } from "@souffleur/shared-ui";
import type { Text } from "./texts/texts.ts";
import { ownFailureText } from "./users/failure-text.ts";

interface NotLoadedProps {
  query: { error: unknown; refetch: () => unknown };
  /** Of a failure. */
  text: Text;
  /** Of the placeholder, in pixels. */
  height: number;
}

/** Shown while a query has no data: a placeholder, or the failure with Retry. */
export function NotLoaded({ query: { error, refetch }, text, height }: NotLoadedProps) {
  if (error === null) return <Skeleton height={height} />;
  return (
    <ErrorState onRetry={() => void refetch()}>
      {ownFailureText(error, text, "Please check your connection.")}
    </ErrorState>
  );
}
