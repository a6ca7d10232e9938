import { type HelpRequest, listHelp } from "@souffleur/contracts/desk";
import { call, HelpIcon, IconButton, onServerEvent, useConnectionStatus } from "@souffleur/shared-ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { t } from "../texts/texts.ts";
import styles from "./help-requests.module.css";

const key = ["help"] as const;

/** The number of other agents whose request for help nobody has accepted; it opens the wall, or the only such call. */
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
        return request.help ? [...others, request] : others;
      });
      // An answer in flight is older than the event; without another request the earlier requests might be missing.
      void queryClient.invalidateQueries({ queryKey: key });
    });
  }, [queryClient, isConnected]);
  const open = data.filter(({ agentId, help }) => agentId !== userId && help?.takenBy === undefined);
  /** The notification of each request; undefined if none could be shown. */
  const notified = useRef(new Map<string, Notification | undefined>());
  useEffect(() => {
    const asked = new Map(open.map((request) => [`${request.callId} ${request.help?.askedAt}`, request]));
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
  const [first] = open;
  if (first === undefined) return <span role="status" className="visually-hidden" />;
  const text = open.length === 1 ? askingText(first) : t("{count} ask for help", { count: open.length });
  return (
    <>
      <span role="status" className="visually-hidden">
        {text}
      </span>
      <IconButton
        label={text}
        title={text}
        data-count={open.length}
        className={styles.requests}
        onClick={() => navigate(open.length === 1 ? addressOf(first) : "/live-call/desk")}
      >
        <HelpIcon aria-hidden />
      </IconButton>
    </>
  );
}

const addressOf = ({ callId }: HelpRequest) => `/live-call/desk?${new URLSearchParams({ call: callId })}`;

const askingText = ({ agentName }: HelpRequest) =>
  agentName ? t("{agentName} asks for help", { agentName }) : t("An agent asks for help");

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
      go(addressOf(request));
    };
    return notification;
  } catch (error) {
    // Some browsers on phones do not support notifications of pages.
    console.warn("A request for help could not be shown as a notification", error);
    return undefined;
  }
}
