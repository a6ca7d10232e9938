import { StepError } from "../../tools/step-error.mjs";

/** The database cannot be had, so nothing can start; the message is the one line that the user sees. */
export class DatabaseStartError extends StepError {}
