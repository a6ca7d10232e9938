import type { Connection } from "mongoose";

/** A connection that fails after a number of writes, which leaves the database as a killed process does. */
export function failingConnection(connection: Connection, writes: { left: number }): Connection {
  const methods = new Set(["create", "updateOne", "updateMany", "deleteMany"]);
  return new Proxy(connection, {
    get(target, name) {
      if (name !== "model") return Reflect.get(target, name);
      return (...args: Parameters<Connection["model"]>) =>
        new Proxy(target.model(...args), {
          get(model, method) {
            const value = Reflect.get(model, method);
            if (!methods.has(String(method))) return value;
            return (...given: unknown[]) => {
              if (writes.left === 0) throw new Error("killed");
              writes.left -= 1;
              return value.apply(model, given);
            };
          },
        });
    },
  });
}

export const survives = (job: Promise<unknown>) =>
  job.then(
    () => true,
    () => false,
  );
