import { appendFileSync } from "node:fs";
import { SMTPServer } from "smtp-server";

// A mail server in a process of its own, so that it can be killed. It acknowledges a mail once it is written to disk.
const [, , port = "0", file = ""] = process.argv;

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["AUTH", "STARTTLS"],
  logger: false,
  onData(stream, session, done) {
    let text = "";
    stream.setEncoding("utf8").on("data", (more) => {
      text += more;
    });
    stream.once("end", () => {
      const id = /^message-id: *(.*)$/im.exec(text)?.[1] ?? "";
      const to = session.envelope.rcptTo.map(({ address }) => address).join();
      appendFileSync(file, `${JSON.stringify({ id, to, at: Date.now() })}\n`);
      done();
    });
  },
});
server.on("error", () => {});
server.listen(Number(port), "127.0.0.1");
// The parent process may have been killed.
process.stdin.on("end", () => process.exit(0)).resume();
