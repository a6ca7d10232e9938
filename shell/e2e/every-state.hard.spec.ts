import { allStates } from "./states/all-states.ts";
import { walkStates } from "./states/walk-states.ts";

walkStates(allStates);
