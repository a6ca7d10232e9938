import { accountStates } from "./account-states.ts";
import { busyStates } from "./busy-states.ts";
import { callStates } from "./call-states.ts";
import { customerStates } from "./customer-states.ts";
import { dataStates } from "./data-states.ts";
import { deskStates } from "./desk-states.ts";
import { analyticsStates, dashboardStates } from "./figure-states.ts";
import { invitationStates } from "./invitation-states.ts";
import { pastCallStates } from "./past-call-states.ts";
import { playbookStates } from "./playbook-states.ts";
import { publicStates } from "./public-states.ts";
import { releaseStates } from "./release-states.ts";
import { shellStates } from "./shell-states.ts";
import type { State } from "./state.ts";
import { summaryStates } from "./summary-states.ts";
import { userStates } from "./user-states.ts";

/** Every screen in every state that is worth looking at. */
export const allStates: Readonly<Record<string, readonly State[]>> = {
  "The public pages": publicStates,
  "The shell": shellStates,
  "The dashboard": dashboardStates,
  "The analytics": analyticsStates,
  "The past calls": pastCallStates,
  "The user management": userStates,
  "The invitations": invitationStates,
  "The own account": accountStates,
  "The data of calls": dataStates,
  "The playbook": playbookStates,
  "The releases": releaseStates,
  "The live call": callStates,
  "The summaries": summaryStates,
  "The live calls": deskStates,
  "The customers": customerStates,
  "Busy controls": busyStates,
};
