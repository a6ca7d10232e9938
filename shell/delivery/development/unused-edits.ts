import { watch } from "node:fs";
import path from "node:path";
import { root } from "@souffleur/api/tools/run-step.mjs";

/** Folders that a page of a deployed shell has from there. */
const shared = ["shared-ui/src", "api/contracts/src", "shell/src"];
/** An editor writes a file several times. */
const quietMs = 200;

/** Says of each edit of what the shell shares that a deployed shell does not show it. */
export function reportUnusedEdits(shell: string): void {
  const edited = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const report = () => {
    console.log(
      `${[...edited].join(", ")}: not shown, ${shell} has its own. Without --shell, npm run dev shows such edits.`,
    );
    edited.clear();
  };
  for (const folder of shared)
    watch(path.join(root, folder), { recursive: true }, (_event, file) => {
      if (file === null || /\.test\.tsx?$|~$|^\.|[\\/]\./.test(file)) return;
      edited.add(path.join(folder, file));
      clearTimeout(timer);
      timer = setTimeout(report, quietMs);
    });
}
