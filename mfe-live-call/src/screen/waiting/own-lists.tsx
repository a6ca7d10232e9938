import { Notice, ShowTogether } from "@souffleur/shared-ui";
import { ToGoThrough } from "../../coaching/to-go-through.tsx";
import { DueSteps } from "../../next-steps/due-steps.tsx";
import { t } from "../../texts/texts.ts";
import { CallPlaces, RecentCalls } from "../recent-calls/recent-calls.tsx";
import { useUnsent } from "./use-unsent.ts";

/** What waits for the agent between calls. @param opening the call that is being opened */
export default function OwnLists({ opening }: { opening: string | undefined }) {
  const unsent = useUnsent();
  return (
    <>
      {unsent.length > 0 && (
        <Notice kind="info">
          {t(
            "{count, plural, one {# wrap-up is} other {# wrap-ups are}} saved in this browser, and will be sent as soon as the server can be reached.",
            { count: unsent.length },
          )}
        </Notice>
      )}
      <ShowTogether places={<CallPlaces />}>
        <DueSteps />
        <ToGoThrough />
        <RecentCalls opening={opening} unsent={unsent} />
      </ShowTogether>
    </>
  );
}
