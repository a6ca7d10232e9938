import { ErrorState, Skeleton } from "@souffleur/shared-ui";
import { type FailureTexts, ownFailureText } from "./users/failure-text.ts";

interface NotLoadedProps {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  texts: FailureTexts;
  /** Of the placeholder, in pixels. */
  height: number;
}

/** Shown while a query has no data: a placeholder, or the failure with Retry. */
export function NotLoaded({ query: { error, isFetching, refetch }, texts, height }: NotLoadedProps) {
  if (error === null || isFetching) return <Skeleton height={height} />;
  return <ErrorState onRetry={() => void refetch()}>{ownFailureText(error, texts)}</ErrorState>;
}
