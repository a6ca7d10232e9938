import { PlaybookContent } from "@souffleur/contracts/playbook";
import { compileAtOnce } from "./compile-playbook.ts";
import closing from "./playbook/closing.json" with { type: "json" };
import generic from "./playbook/generic.json" with { type: "json" };
import objections from "./playbook/objections.json" with { type: "json" };
import opening from "./playbook/opening.json" with { type: "json" };
import solution from "./playbook/solution.json" with { type: "json" };

/** What an organization begins with; to read it fails at the server's start where a data file is wrong. */
export const builtInContent: PlaybookContent = PlaybookContent.parse({
  entries: [...opening, ...objections, ...solution, ...closing, ...generic],
});

export const builtInPlaybook = compileAtOnce(builtInContent);
