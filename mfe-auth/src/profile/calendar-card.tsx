import { endCalendarLink, readCalendarLink, renewCalendarLink } from "@souffleur/contracts/next-steps";
import {
  Button,
  Card,
  ConfirmDialog,
  call,
  ErrorState,
  formatDateTime,
  Skeleton,
  TextField,
  toast,
} from "@souffleur/shared-ui";
import type { WithProof } from "@souffleur/shared-ui/proof";
import { useState } from "react";
import { failureText } from "../layout/failures.ts";
import { useOneAtATime } from "../layout/use-one-at-a-time.ts";
import { t } from "../texts/texts.ts";
import styles from "./profile.module.css";
import { useLoaded } from "./use-loaded.ts";
import { useShownByAddress } from "./use-shown-by-address.ts";

const readLink = async (signal?: AbortSignal) => (await call(readCalendarLink, {}, signal)).data;

/** The link by which calendar programs read the user's next steps. Its address is shown once, when it is made. */
export function CalendarCard({ withProof }: { withProof: WithProof }) {
  const { data: link, failure, reload } = useLoaded(readLink);
  const { busy, runOnce } = useOneAtATime();
  const [address, setAddress] = useState<string>();
  const [asked, setAsked] = useState<"renew" | "end">();
  const card = useShownByAddress("calendar");

  const run = (task: () => Promise<void>) =>
    void runOnce(async () => {
      try {
        await task();
      } catch (error) {
        toast.error(failureText(error));
      }
      setAsked(undefined);
      await reload();
    });
  const renew = () =>
    run(async () => {
      const answer = await withProof(() => call(renewCalendarLink, {}));
      if (answer !== undefined) setAddress(answer.data.address);
    });
  const end = () =>
    run(async () => {
      await call(endCalendarLink, {});
      setAddress(undefined);
      toast.success(t("Calendar link ended."));
    });
  const hasLink = link?.createdAt !== undefined;
  return (
    <Card ref={card} title={t("Calendar")}>
      <p className={styles.explanation}>
        {t(
          "Your calendar program shows your next steps by a link. Whoever has it can read them, with the names of customers.",
        )}
      </p>
      {failure !== undefined ? (
        <ErrorState onRetry={() => void reload()}>{failure}</ErrorState>
      ) : link === undefined ? (
        <Skeleton height={56} />
      ) : (
        <div className={styles.calendar}>
          {address !== undefined && hasLink && <NewAddress address={address} />}
          {hasLink && (
            <p className={styles.second}>
              {[
                t("Made {time}", { time: formatDateTime(link.createdAt ?? "") }),
                link.lastReadAt === undefined
                  ? t("Not read yet")
                  : t("Last read {time}", { time: formatDateTime(link.lastReadAt) }),
              ].join(" · ")}
            </p>
          )}
          <div className={styles.calendarActions}>
            <Button busy={busy} onClick={hasLink ? () => setAsked("renew") : renew}>
              {hasLink ? t("New link") : t("Make a link")}
            </Button>
            {hasLink && (
              <Button variant="danger" busy={busy} onClick={() => setAsked("end")}>
                {t("End link")}
              </Button>
            )}
          </div>
        </div>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title={asked === "renew" ? t("Make a new calendar link?") : t("End the calendar link?")}
        description={t("Calendars with the current link stop showing your next steps.")}
        confirmText={asked === "renew" ? t("New link") : t("End link")}
        confirmVariant="danger"
        busy={busy}
        onConfirm={asked === "renew" ? renew : end}
        onClose={() => setAsked(undefined)}
      />
    </Card>
  );
}

function NewAddress({ address }: { address: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      toast.success(t("Copied"));
    } catch {
      toast.error(t("The link could not be copied. Select it and copy it yourself."));
    }
  };
  return (
    <div className={styles.newAddress}>
      <TextField
        label={t("Address for your calendar program")}
        value={address}
        readOnly
        hint={t("Copy it now: it is shown only once.")}
        onFocus={({ target }) => target.select()}
      />
      <Button onClick={() => void copy()}>{t("Copy")}</Button>
    </div>
  );
}
