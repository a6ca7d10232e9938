// Runs before every command, in Windows' shell too, which has no `exec`.
if (process.platform === "win32") {
  console.error("Souffleur runs on Linux and macOS. On Windows, run it inside WSL (`wsl --install`).");
  process.exit(1);
}
