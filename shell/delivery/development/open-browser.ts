import { spawn } from "node:child_process";

const openers: Partial<Record<NodeJS.Platform, string>> = { darwin: "open", win32: "explorer" };

/** Opens an address in the user's browser, if there is one. */
export function openBrowser(address: string): void {
  const opener = spawn(openers[process.platform] ?? "xdg-open", [address], {
    stdio: "ignore",
    detached: true,
  });
  opener.once("error", () => console.log("No browser could be opened here: open the address yourself."));
  opener.unref();
}
