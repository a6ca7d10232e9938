import { createServer, type Server } from "node:http";
import { ConfigError } from "../../config.ts";
import { listen } from "./listen.ts";

describe("listening", () => {
  const servers: Server[] = [];
  const server = () => {
    const made = createServer();
    servers.push(made);
    return made;
  };
  afterEach(() => {
    for (const open of servers.splice(0)) open.close();
  });

  test("returns the port that the system chose", async () => {
    expect(await listen(server(), { HOST: "127.0.0.1", PORT: 0 })).toBeGreaterThan(0);
  });

  test("reports in one line that a port is taken", async () => {
    const PORT = await listen(server(), { HOST: "127.0.0.1", PORT: 0 });
    const refusal = await listen(server(), { HOST: "127.0.0.1", PORT }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ConfigError);
    expect((refusal as Error).message).toBe(
      `PORT ${PORT} is taken on 127.0.0.1. Stop what uses it, or set PORT to another one.`,
    );
  });

  test("reports in one line that a host is not an address of this machine", async () => {
    await expect(listen(server(), { HOST: "192.0.2.1", PORT: 0 })).rejects.toThrow(
      /^HOST "192\.0\.2\.1" .*$/,
    );
  });
});
