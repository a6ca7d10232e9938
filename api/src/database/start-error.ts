import { StepError } from "../../tools/step-error.mjs";

/** The database is not available, so the start fails. The message is the one line that the user sees. */
export class DatabaseStartError extends StepError {}
