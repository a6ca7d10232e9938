import { accountStates } from "./account-states.ts";
import { invitationStates } from "./administration/invitation-states.ts";
import { playbookStates } from "./administration/playbook-states.ts";
import { releaseStates } from "./administration/release-states.ts";
import { settingsStates } from "./administration/settings-states.ts";
import { userStates } from "./administration/user-states.ts";
import { busyStates } from "./busy-states.ts";
import { callStates } from "./calls/call-states.ts";
import { customerStates } from "./calls/customer-states.ts";
import { deskStates } from "./calls/desk-states.ts";
import { pastCallStates } from "./calls/past-call-states.ts";
import { summaryStates } from "./calls/summary-states.ts";
import { analyticsStates, dashboardStates } from "./figure-states.ts";
import { publicStates } from "./public-states.ts";
import { shellStates } from "./shell-states.ts";
import type { Reach, States } from "./state.ts";

const groups: Readonly<Record<string, States>> = {
  "The public pages": publicStates,
  "The shell": shellStates,
  "The dashboard": dashboardStates,
  "The analytics": analyticsStates,
  "The past calls": pastCallStates,
  "The user management": userStates,
  "The invitations": invitationStates,
  "The own account": accountStates,
  "The settings": settingsStates,
  "The playbook": playbookStates,
  "The releases": releaseStates,
  "The live call": callStates,
  "The summaries": summaryStates,
  "The live calls": deskStates,
  "The customers": customerStates,
  "Busy controls": busyStates,
};

export interface State {
  name: string;
  width?: number;
  fresh?: true;
  reach: Reach;
}

/** Every screen in every state that is worth looking at. */
export const allStates: Readonly<Record<string, readonly State[]>> = Object.fromEntries(
  Object.entries(groups).map(([group, states]) => [
    group,
    Object.entries(states).map(([name, way]) => ({
      name,
      ...(typeof way === "function" ? { reach: way } : way),
    })),
  ]),
);
