/** A step of a command that cannot go on; the message is all that the user needs to see. */
export class StepError extends Error {}
