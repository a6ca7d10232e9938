import { ShowTogether } from "@souffleur/shared-ui";
import { ToGoThrough } from "../../coaching/to-go-through.tsx";
import { DueSteps } from "../../next-steps/due-steps.tsx";
import { CallPlaces, RecentCalls } from "../recent-calls/recent-calls.tsx";

/** What waits for the agent between calls. @param opening the call that is being opened */
export default function OwnLists({ opening }: { opening: string | undefined }) {
  return (
    <ShowTogether places={<CallPlaces />}>
      <DueSteps />
      <ToGoThrough />
      <RecentCalls opening={opening} />
    </ShowTogether>
  );
}
