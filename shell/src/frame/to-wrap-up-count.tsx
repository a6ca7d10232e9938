import { listCalls } from "@souffleur/contracts";
import { call, onServerEvent, useConnectionStatus, useSession } from "@souffleur/shared-ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { t } from "../texts/texts.ts";
import styles from "./main-navigation.module.css";

/** More are not counted. */
const countedMax = 9;
/** The live call's screen refreshes the lists under this key after an outcome was saved. */
const recentCallsKey = ["calls", "recent"] as const;

/** The number of the user's own calls that are to be wrapped up; nothing for none. */
export function ToWrapUpCount() {
  const agentId = useSession().user?.id ?? "";
  const client = useQueryClient();
  // Not before the page is loaded and connected.
  const isConnected = useConnectionStatus() === "connected";
  const { data: count = 0 } = useQuery({
    queryKey: [...recentCallsKey, agentId, "count"],
    queryFn: async ({ signal }) => {
      const query = { agentId, toWrapUp: "true", limit: countedMax + 1 } as const;
      return (await call(listCalls, { query }, signal)).data.calls.length;
    },
    enabled: isConnected,
  });
  useEffect(
    () => onServerEvent("figures_changed", () => void client.invalidateQueries({ queryKey: recentCallsKey })),
    [client],
  );
  if (count === 0) return null;
  // The link keeps its name; its screen lists the calls.
  return (
    <span aria-hidden className={styles.count} title={t("Calls to wrap up")}>
      {count > countedMax ? `${countedMax}+` : count}
    </span>
  );
}
