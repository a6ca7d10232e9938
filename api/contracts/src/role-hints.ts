import type { Role } from "./roles.ts";
import type { ContractText } from "./texts/text.ts";

/** What each role may do, below the choice of it; apart from `roles.ts`, which every page loads. */
export const roleHints: Readonly<Record<Role, ContractText>> = {
  admin: "Manages everything: people, calls, settings and data.",
  manager: "Manages people, sees and exports all calls.",
  supervisor: "Sees all calls, whispers and helps.",
  analyst: "Sees and exports all calls.",
  agent: "Takes calls and sees only their own.",
};
