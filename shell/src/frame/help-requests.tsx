import { type HelpRequest, listHelp } from "@souffleur/contracts/desk";
import { call, onServerEvent, useConnectionStatus } from "@souffleur/shared-ui";
import { deskAddress } from "@souffleur/shared-ui/help";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { t } from "../texts/texts.ts";
import { askingText, HelpRequestCard, requestKey } from "./help-request-card.tsx";

const key = ["help"] as const;

/** The other agents whose request for help nobody has accepted: a card over the page, and notifications. */
export default function HelpRequests({ userId }: { userId: string }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isConnected = useConnectionStatus() === "connected";
  const { data = [] } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(listHelp, {}, signal)).data.requests,
    staleTime: 0,
    // Events sent by another server process may be lost. Polled also while another window is in front.
    refetchInterval: 10_000,
    refetchIntervalInBackground: true,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: requests may have been missed before the connection is back
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: key });
    return onServerEvent("help_changed", (request) => {
      queryClient.setQueryData<HelpRequest[]>(key, (before = []) => {
        const others = before.filter(({ callId }) => callId !== request.callId);
        const { words } = before.find(({ callId }) => callId === request.callId) ?? {};
        return request.help ? [...others, { ...request, ...(words && { words }) }] : others;
      });
      // An answer in flight is older than the event; without another request the earlier requests might be missing.
      void queryClient.invalidateQueries({ queryKey: key });
    });
  }, [queryClient, isConnected]);
  const open = data
    .filter(({ agentId, help }) => agentId !== userId && help !== undefined && help.takenBy === undefined)
    .toSorted((a, b) => Date.parse(a.help?.askedAt ?? "") - Date.parse(b.help?.askedAt ?? ""));
  /** The notification of each request; undefined if none could be shown. */
  const notified = useRef(new Map<string, Notification | undefined>());
  useEffect(() => {
    const asked = new Map(open.map((request) => [requestKey(request), request]));
    for (const [key, notification] of notified.current) {
      if (asked.has(key)) continue;
      notification?.close();
      notified.current.delete(key);
    }
    for (const [key, request] of asked) {
      if (!notified.current.has(key))
        notified.current.set(
          key,
          notify(request, (to) => navigate(to)),
        );
    }
  });
  return <HelpRequestCard open={open} all={data} userId={userId} />;
}

/** Shows a notification if the browser allows it and another window is in front. */
function notify(request: HelpRequest, go: (to: string) => void): Notification | undefined {
  if (!("Notification" in window) || Notification.permission !== "granted") return undefined;
  if (document.visibilityState === "visible" && document.hasFocus()) return undefined;
  try {
    const notification = new Notification(askingText(request), {
      body: request.customer.name && t("In a call with {clientName}", { clientName: request.customer.name }),
      // One notification per call, even in several windows.
      tag: request.callId,
    });
    notification.onclick = () => {
      window.focus();
      go(deskAddress(request.callId));
    };
    return notification;
  } catch (error) {
    // Some browsers on phones do not support notifications of pages.
    console.warn("A request for help could not be shown as a notification", error);
    return undefined;
  }
}
