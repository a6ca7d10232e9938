/** The text of controls for which the specification defines no behaviour. */
export const notYetText = "Soon";
