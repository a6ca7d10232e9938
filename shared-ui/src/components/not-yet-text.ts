/** Said, wherever it stands, by what the specification names and gives no behaviour. */
export const notYetText = "Not available yet";
