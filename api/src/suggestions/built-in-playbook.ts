import { PlaybookContent } from "@souffleur/contracts/playbook";
import { compileAtOnce } from "./compile-playbook.ts";
import closing from "./playbook/closing.json" with { type: "json" };
import generic from "./playbook/generic.json" with { type: "json" };
import objections from "./playbook/objections.json" with { type: "json" };
import opening from "./playbook/opening.json" with { type: "json" };
import solution from "./playbook/solution.json" with { type: "json" };

/** The playbook that an organization starts with. A faulty data file stops the server's start. */
export const builtInContent: PlaybookContent = PlaybookContent.parse({
  entries: [...opening, ...objections, ...solution, ...closing, ...generic],
});

export const builtInPlaybook = compileAtOnce(builtInContent);
