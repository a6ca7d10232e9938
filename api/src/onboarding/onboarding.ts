import {
  CoachMark,
  type Endpoint,
  type ErrorCode,
  isPlatformAdmin,
  may,
  type Onboarding as OnboardingDto,
  type OnboardingStep,
  type Role,
  readOnboarding,
  saveOnboarding,
} from "@souffleur/contracts";
import type { Connection } from "mongoose";
import type { Users } from "../auth/accounts/users.ts";
import type { Config } from "../config.ts";
import type { Caller } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import type { Mount } from "../http/mount.ts";
import { stepDoneBy, type Whose } from "./happened.ts";
import { createOnboardingRecords, type OnboardingFacts } from "./onboarding-records.ts";

interface OnboardingDeps {
  config: Config;
  connection: Connection;
  log: Logger;
  users: Pick<Users, "isFirstSession">;
}

/** Facts that this process knows to be stored, about 5 MB. */
const knownMax = 50_000;

/** The first steps by the rights of a role, in their order. */
function firstSteps(role: Role): OnboardingStep[] {
  if (!may(role, "viewAllCalls")) return ["practice-call", "microphone", "wrap-up"];
  const first: OnboardingStep[] = may(role, "manageUsers") ? ["invite"] : [];
  return may(role, "manageSettings") ? [...first, "playbook", "retention", "audio"] : [...first, "floor"];
}

/** What somebody new has done, recorded where it happens, and what they are still to be shown. */
export function createOnboarding({ config, connection, log, users }: OnboardingDeps) {
  const records = createOnboardingRecords(connection);
  const known = new Set<string>();
  const hasTelephones = config.ASTERISK_ARI_URL !== undefined;

  async function addOnce(id: string, facts: Pick<OnboardingFacts, "done" | "begun">): Promise<void> {
    const fact = `${id} ${facts.done ?? "begun"}`;
    if (known.has(fact)) return;
    await records.add(id, facts);
    if (known.size >= knownMax) known.clear();
    known.add(fact);
  }

  /** A fact that can't be stored is one tick less, and no reason to fail a request. */
  async function record({ userId, organizationId }: Holders, step: OnboardingStep | "begun", whose: Whose) {
    const ids = [
      ...(whose === "organization" ? [] : [userId]),
      ...(whose === "person" || organizationId === null ? [] : [organizationId]),
    ];
    try {
      const facts = step === "begun" ? { begun: true as const } : { done: step };
      await Promise.all(ids.map((id) => addOnce(id, facts)));
    } catch (thrown) {
      log.warn({ err: thrown, step }, "a first step was not recorded");
    }
  }

  async function read(caller: Caller): Promise<OnboardingDto> {
    const { userId, organizationId, role, sessionId } = caller;
    const [found, isFirst] = await Promise.all([
      records.find(organizationId === null ? [userId] : [userId, organizationId]),
      users.isFirstSession(userId, sessionId),
    ]);
    const own = found.get(userId);
    const shared = found.get(organizationId ?? "");
    const done = new Set([...(own?.done ?? []), ...(shared?.done ?? [])]);
    if (hasTelephones) done.add("audio");
    const steps = isPlatformAdmin(role, organizationId) ? [] : firstSteps(role);
    // After the first wrap-up nothing is explained any more.
    const wrappedUp = own?.done.includes("wrap-up") === true;
    const figures = may(role, "viewAllCalls") ? shared : own;
    return {
      isFirst,
      isClosed: own?.closed === true,
      steps: steps.map((step) => ({ step, isDone: done.has(step) })),
      marks: wrappedUp ? [] : CoachMark.options.filter((mark) => !own?.seen.includes(mark)),
      turnsFigures: figures?.begun === true && own?.turned !== true,
      figures: own?.figures ?? "sample",
    };
  }

  return {
    /**
     * Records the step that a request has done, if it is one.
     * @param isPractice whether a call is one with a scripted client
     */
    async happened(
      isPractice: (callId: string) => Promise<boolean>,
      endpoint: Endpoint,
      caller: Caller,
      { params, body }: { params: unknown; body: unknown },
      refusal?: ErrorCode,
    ): Promise<void> {
      const step = stepDoneBy(endpoint, body, refusal);
      if (step === undefined) return;
      await record(caller, ...step);
      if (step[0] !== "wrap-up" || known.has(`${caller.userId} begun`)) return;
      const { callId } = params as { callId: string };
      if (!(await isPractice(callId))) await record(caller, "begun", "both");
    },
    /** The caller has opened the wall. */
    openedFloor: (caller: Holders): Promise<void> => record(caller, "floor", "person"),
    mount(mount: Mount): void {
      mount(readOnboarding, async ({ caller }) => ({ data: await read(caller) }));
      mount(saveOnboarding, async ({ caller, body }) => {
        await records.add(caller.userId, body);
        return { data: await read(caller) };
      });
    },
  };
}
export type Onboarding = ReturnType<typeof createOnboarding>;

type Holders = Pick<Caller, "userId" | "organizationId">;
