import { DeliveryState, type Webhook } from "@souffleur/contracts/webhooks";
import { Button, Card, EmptyState, Segmented } from "@souffleur/shared-ui";
import { useRef } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { NotLoaded } from "../not-loaded.tsx";
import common from "../programs/programs.module.css";
import { type Text, t } from "../texts/texts.ts";
import { DeliveryRows } from "./delivery-rows.tsx";
import { type InView, useDeliveries } from "./use-deliveries.ts";
import styles from "./webhooks.module.css";

const emptyTexts: Readonly<Record<DeliveryState | "all", Text>> = {
  all: "Nothing has been sent yet.",
  waiting: "Nothing waits.",
  failed: "Nothing was given up.",
  delivered: "Nothing was delivered yet.",
  erased: "Nothing was erased.",
};

interface DeliveriesCardProps {
  callerId: string;
  webhook: Webhook;
  /** Undefined while nothing can be sent. */
  onSend: ((deliveryId: string) => void) | undefined;
}

/** The deliveries of the last 30 days: all, or those of one state, which the address names. */
export function DeliveriesCard({ callerId, webhook, onSend }: DeliveriesCardProps) {
  const [params, setParams] = useSearchParams();
  const { state: cameFrom } = useLocation();
  const state = DeliveryState.safeParse(params.get("state")).data;
  const view = useRef<InView>(null);
  const list = useDeliveries(callerId, webhook, state, {
    isReading: () => view.current?.isReading() === true,
    shownIds: () => view.current?.shownIds() ?? [],
  });
  const { deliveries, hasNews, showNews } = list;
  const box = useRef<HTMLDivElement>(null);
  return (
    <Card
      title={t("Deliveries of the last 30 days")}
      className={styles.deliveries}
      aside={
        <Segmented
          label={t("Shown deliveries")}
          value={state ?? "all"}
          options={[
            { value: "all", label: t("All") },
            { value: "waiting", label: t("Waiting") },
            { value: "failed", label: t("Given up") },
          ]}
          onChange={(chosen) =>
            setParams(chosen === "all" ? {} : { state: chosen }, { replace: true, state: cameFrom })
          }
        />
      }
    >
      <div ref={box} tabIndex={-1} className={common.list}>
        <div aria-live="polite" className={styles.news}>
          {hasNews && (
            <Button
              small
              onClick={() => {
                box.current?.focus({ preventScroll: true });
                box.current?.scrollIntoView({ block: "start" });
                void showNews();
              }}
            >
              {t("Show new deliveries")}
            </Button>
          )}
        </div>
        {deliveries === undefined ? (
          <NotLoaded query={list} text="The deliveries could not be loaded." height={112} />
        ) : deliveries.length === 0 ? (
          <EmptyState>{t(emptyTexts[state ?? "all"])}</EmptyState>
        ) : (
          <DeliveryRows key={state ?? "all"} view={view} list={{ ...list, deliveries }} onSend={onSend} />
        )}
      </div>
    </Card>
  );
}
