/** An expected error of a command; the user sees its message only. */
export class StepError extends Error {}
