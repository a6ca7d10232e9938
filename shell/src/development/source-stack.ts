import { developmentOrigin } from "./page-overrides.ts";

/** An error's stack with the positions in the sources, which the development server knows; else as it is. */
export async function sourceStack(remote: string, error: unknown): Promise<string> {
  const stack = error instanceof Error ? (error.stack ?? String(error)) : String(error);
  try {
    const url = `${developmentOrigin(remote)}/@dev/stack`;
    const answer = await fetch(url, { method: "POST", body: stack });
    return answer.ok ? await answer.text() : stack;
  } catch {
    return stack;
  }
}
