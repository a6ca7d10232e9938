/** For controls that the specification names without giving them a behaviour. */
export const notYetText = "Not available yet";
