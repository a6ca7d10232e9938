/** The specification's fixed demonstration names; nobody real bears them. */
export const demoParties = {
  client: "Hélène Vasseur",
  agent: "Julien Carrel",
} as const;
