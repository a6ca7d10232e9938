import { isAppError } from "../http/errors.ts";
import { createRegisteredMetrics, type Metrics } from "../http/metrics.ts";
import type { createSignIn } from "./sign-in.ts";

type SignIn = ReturnType<typeof createSignIn>["signIn"];

/** The same function, which also counts its outcomes. */
export function countOutcomes(metrics: Metrics, signIn: SignIn): SignIn {
  const outcomes = createRegisteredMetrics(metrics).counter(
    "souffleur_sign_ins_total",
    "Tried passwords by outcome: SIGNED_IN or the refusal's code",
    ["outcome"],
  );
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
