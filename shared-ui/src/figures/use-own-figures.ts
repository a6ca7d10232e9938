import { type FiguresRange, type FiguresSource, may, readFigures } from "@souffleur/contracts";
import {
  call,
  onServerEvent,
  sharedText as t,
  toast,
  useConnectionStatus,
  useSession,
} from "@souffleur/shared-ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { browserZone } from "./browser-zone.ts";
import { oneAtATime } from "./one-at-a-time.ts";

const toastId = "figures";
const spacingMs = 500;

/** Whether the figures cover the whole organization, as opposed to the user's own calls. */
export function useViewsAllCalls(): boolean {
  const { user, organization } = useSession();
  return user !== null && organization !== null && may(user.role, "viewAllCalls");
}

/**
 * The figures of the dashboard and analytics from the calls that the user may read, by days in this browser's time zone.
 * They follow the changes that the socket reports, and are requested again when it reconnects.
 * @param source for the sample, nothing is requested
 * @param agentId whose calls alone are counted
 */
export function useOwnFigures(range: FiguresRange, source: FiguresSource, agentId?: string) {
  const isShown = source !== "sample";
  const practice = source === "practice" ? "true" : "false";
  const { user } = useSession();
  const client = useQueryClient();
  const { timeZone, utcOffset } = browserZone();
  const figures = useQuery({
    queryKey: ["figures", user?.id, timeZone, utcOffset, range, agentId, practice],
    queryFn: async ({ signal }) =>
      (
        await call(
          readFigures,
          { query: { range, practice, timeZone, utcOffset, ...(agentId && { agentId }) } },
          signal,
        )
      ).data,
    enabled: isShown,
    staleTime: 0,
    // The socket reconnects then too.
    refetchOnReconnect: false,
    // Figures of another range, but never those of another user.
    placeholderData: (before, query) => (query?.queryKey[1] === user?.id ? before : undefined),
  });
  const { isRefetchError, errorUpdateCount } = figures;
  const failures = isRefetchError ? errorUpdateCount : 0;

  const readAgain = useMemo(
    () =>
      oneAtATime(async () => {
        // Only for a screen that is still shown.
        const shown = { queryKey: ["figures"], type: "active" } as const;
        // An answer that is in flight may be older than the change.
        if (client.isFetching(shown) > 0) await client.refetchQueries(shown, { cancelRefetch: false });
        await client.refetchQueries(shown);
      }, spacingMs),
    [client],
  );
  useEffect(
    () => (isShown ? onServerEvent("figures_changed", () => void readAgain()) : undefined),
    [isShown, readAgain],
  );

  const isConnected = useConnectionStatus() === "connected";
  const wasConnected = useRef(isConnected);
  useEffect(() => {
    if (isShown && isConnected && !wasConnected.current) void readAgain();
    wasConnected.current = isConnected;
  }, [isShown, isConnected, readAgain]);

  useEffect(() => {
    if (!isShown || failures === 0) return undefined;
    toast.error(t("The figures could not be updated."), {
      id: toastId,
      lasting: true,
      action: { label: t("Retry"), onPress: () => void readAgain() },
    });
    return () => toast.dismiss(toastId);
  }, [isShown, failures, readAgain]);

  return figures;
}
