import { demoParties } from "../../call/demo-parties.ts";
import type { Text } from "../../texts/texts.ts";

/** The specification's demonstration customer. Address and telephone number are reserved for fiction. */
export const demoCustomer = {
  name: demoParties.client,
  position: "Operations director",
  company: "Ateliers Brunel",
  email: "helene.vasseur@ateliers-brunel.example",
  phone: "+33 1 99 00 42 17",
  customerSince: "March 2023",
  plan: "Team, 24 seats",
  lifetimeValue: 48_600,
  tags: ["Key account", "January renewal", "Price-sensitive"] satisfies Text[],
  history: [
    { when: "Oct 12, 2026", what: "Demo of the reporting module" },
    { when: "Sep 3, 2026", what: "Support case closed: invoice address" },
    { when: "Jan 18, 2026", what: "Renewed for a year, 24 seats" },
    { when: "Mar 7, 2023", what: "First contract, 10 seats" },
  ] satisfies { when: Text; what: Text }[],
} as const;
