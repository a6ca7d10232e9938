import { PlaybookContent } from "@souffleur/contracts/playbook";
import closing from "./built-in-playbook/closing.json" with { type: "json" };
import generic from "./built-in-playbook/generic.json" with { type: "json" };
import objections from "./built-in-playbook/objections.json" with { type: "json" };
import opening from "./built-in-playbook/opening.json" with { type: "json" };
import refusals from "./built-in-playbook/refusals.json" with { type: "json" };
import solution from "./built-in-playbook/solution.json" with { type: "json" };
import { compileAtOnce } from "./compile-playbook.ts";

/** The playbook that an organization starts with. A faulty data file stops the server's start. */
export const builtInContent: PlaybookContent = PlaybookContent.parse({
  entries: [...opening, ...objections, ...refusals, ...solution, ...closing, ...generic],
});

export const builtInPlaybook = compileAtOnce(builtInContent);
