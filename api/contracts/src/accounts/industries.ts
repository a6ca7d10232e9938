import * as z from "zod";
import { type ContractText, text } from "../texts/text.ts";

/** Industry options of the registration form: value and label. */
export const industries = {
  technology: "Technology",
  healthcare: "Healthcare",
  finance: "Finance",
  education: "Education",
  retail: "Retail",
  manufacturing: "Manufacturing",
  "real-estate": "Real Estate",
  consulting: "Consulting",
  marketing: "Marketing",
  automotive: "Automotive",
  "food-beverage": "Food & Beverage",
  telecommunications: "Telecommunications",
  energy: "Energy",
  transportation: "Transportation",
  media: "Media & Entertainment",
  "non-profit": "Non-Profit",
  government: "Government",
  other: "Other",
} as const satisfies Record<string, ContractText>;

export const IndustryType = z.enum(Object.keys(industries) as [keyof typeof industries], {
  error: text("Please select an industry"),
});
export type IndustryType = z.infer<typeof IndustryType>;
