import { defineCommand } from "../tools/define-command.ts";

export const command = defineCommand({
  name: "npm run telephony:check",
  summary:
    "Tries the PBX: ARI, its version, its modules, and a tap. Exit code 0: all is well; 1: something is not; 2: no PBX is configured.",
  run: () => import("../src/telephony/check/check.ts"),
});
