import { defineCommand } from "../tools/define-command.ts";

export const command = defineCommand({
  name: "npm run audit:verify",
  summary:
    "Checks the audit log's chain. Exit code 0: it is whole; 1: it is not; 2: it could not be checked.",
  needs: ["engine"],
  run: () => import("../src/audit/verify.ts"),
});
