import { allStates } from "./states/all-states.ts";
import { walkStates } from "./states/walk-states.ts";

/** One state of each screen; `every-state.hard.spec.ts` has all. */
const usual = {
  "Public pages and the own account": [
    "login with errors",
    "register with errors",
    "verify e-mail with a wrong code",
    "invitation",
    "profile with errors",
    "user menu of a long name",
  ],
  "An agent's screens": [
    "dashboard",
    "call waiting, customer",
    "call active, suggestions",
    "call wrapped up",
    "desk, calls",
    "customers",
    "customer",
  ],
  "Analytics and administration": [
    "analytics",
    "calls",
    "call review, summary",
    "users all",
    "invitations empty",
    "data",
    "playbook",
    "releases",
  ],
};
const states = Object.values(allStates).flat();

walkStates(
  Object.fromEntries(
    Object.entries(usual).map(([group, names]) => [
      group,
      names.map((name) => {
        const state = states.find((one) => one.name === name);
        if (state === undefined) throw new Error(`There is no state "${name}".`);
        return state;
      }),
    ]),
  ),
);
