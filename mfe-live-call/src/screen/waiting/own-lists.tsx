import { ShowTogether } from "@souffleur/shared-ui";
import type { ComponentProps } from "react";
import { ToGoThrough } from "../../coaching/to-go-through.tsx";
import { DueSteps } from "../../next-steps/due-steps.tsx";
import { CallPlaces, RecentCalls } from "../recent-calls/recent-calls.tsx";

export type OwnListsComponent = typeof OwnLists;

/** What waits for the agent between calls. */
export function OwnLists(marks: ComponentProps<typeof RecentCalls>) {
  return (
    <ShowTogether places={<CallPlaces />}>
      <DueSteps />
      <ToGoThrough />
      <RecentCalls {...marks} />
    </ShowTogether>
  );
}
