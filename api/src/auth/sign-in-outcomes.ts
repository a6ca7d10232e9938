import { Counter } from "prom-client";
import { isAppError } from "../http/errors.ts";
import type { Metrics } from "../http/metrics.ts";
import type { createSignIn } from "./sign-in.ts";

type SignIn = ReturnType<typeof createSignIn>["signIn"];

/** The same function, which also counts its outcomes. */
export function countOutcomes(metrics: Metrics, signIn: SignIn): SignIn {
  const outcomes = new Counter({
    name: "souffleur_sign_ins_total",
    help: "Tried passwords by outcome: SIGNED_IN or the refusal's code",
    labelNames: ["outcome"],
    registers: [metrics.registry],
  });
  return async (...given) => {
    try {
      const entry = await signIn(...given);
      outcomes.inc({ outcome: "SIGNED_IN" });
      return entry;
    } catch (thrown) {
      outcomes.inc({ outcome: isAppError(thrown) ? thrown.code : "INTERNAL" });
      throw thrown;
    }
  };
}
