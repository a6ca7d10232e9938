// Preloaded into a child that knows nothing of its parent: killed, that one can no longer end it.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
