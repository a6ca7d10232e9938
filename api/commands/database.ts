import { defineCommand } from "../tools/define-command.ts";

export const command = defineCommand({
  name: "npm run database",
  summary: "Runs the embedded engine alone until a signal or Ctrl-C, and prints its address for MONGODB_URI.",
  needs: ["engine"],
  run: () => import("../src/database/alone.ts"),
});
