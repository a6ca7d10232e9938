import { createServer } from "node:net";
import { startApp } from "../../testing/app.ts";
import { testPassword } from "../../testing/people/people.ts";
import { listen } from "../../tools/network.ts";
import { createLogger } from "../http/logger.ts";
import { createMetrics } from "../http/metrics.ts";
import { connectRedis } from "../redis/redis-link.ts";
import { createCounters } from "./counters.ts";

describe("counters", () => {
  const log = createLogger("silent");

  test("count in this process while Redis is not reachable", async () => {
    const redis = connectRedis("redis://127.0.0.1:9", log, createMetrics());
    const counter = createCounters(redis).counter("test", 60);
    expect((await counter.add("a")).count).toBe(1);
    expect((await counter.add("a")).count).toBe(2);
    await counter.takeBack("a");
    expect((await counter.add("a")).count).toBe(2);
    await counter.clear("a");
    expect(await counter.add("a")).toEqual({ count: 1, msLeft: expect.any(Number) });
    await counter.hold("a", 5);
    expect((await counter.add("a")).count).toBe(6);
    redis.close();
  });

  test("delay nothing while Redis accepts connections and does not answer", async () => {
    const silent = createServer();
    const redis = connectRedis(`redis://127.0.0.1:${await listen(silent)}`, log, createMetrics());
    const counter = createCounters(redis).counter("test", 60);
    expect((await counter.add("a")).count).toBe(1);
    redis.close();
    silent.close();
  });

  test("lock an address while Redis is not reachable", async () => {
    const api = await startApp({ env: { REDIS_URL: "redis://127.0.0.1:9" } });
    const { email } = await api.createUser();
    const login = (password: string) =>
      api.request("POST", "/api/auth/login", { body: { email, password }, source: "192.0.2.77" });
    for (let n = 0; n < 5; n++) expect((await login("wrong")).body.code).toBe("INVALID_CREDENTIALS");
    expect((await login(testPassword)).body.code).toBe("ACCOUNT_LOCKED");
    await api.close();
  });
});
