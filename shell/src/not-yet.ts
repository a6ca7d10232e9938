/** Said by what stands in the specification and does nothing yet. */
export const notYetText = "Not available yet";
