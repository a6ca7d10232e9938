import { maskSecrets } from "../src/calls/masking/masking.ts";
import { longestPause, pauseGoalMs } from "./fairness/longest-pause.ts";
import { slowPieces, slowText } from "./fairness/slow-texts.ts";
import { tenOrganizations } from "./fairness/ten-organizations.ts";
import { walk } from "./fairness/walk.ts";
import { type Row, row } from "./figures.ts";
import { startServer } from "./servers/api-server.ts";
import { hireAgents } from "./servers/database.ts";

/** How long the largest requests hold up everybody else, and what an organization that attacks costs nine others. */
export default async function measure(): Promise<Row[]> {
  return [...(await longestPauses()), await maskingPause(), ...(await tenOrganizations())];
}

async function maskingPause(): Promise<Row> {
  const pauses: number[] = [];
  for (const piece of slowPieces) {
    const tries: number[] = [];
    // The first ones compile code.
    for (let attempt = 0; attempt < 8; attempt++)
      tries.push(await longestPause(async () => void maskSecrets(slowText(piece))));
    pauses.push(Math.min(...tries));
  }
  const name = `longest pause, ms: masking the slowest of ${slowPieces.length} texts of 20,000 characters`;
  return row(name, Math.max(...pauses), `≤ ${pauseGoalMs} ms`);
}

async function longestPauses(): Promise<Row[]> {
  const server = await startServer();
  try {
    const { url, connection } = server;
    const { user, organization, accessToken: agentToken } = await server.signIn("agent");
    const owner = { organizationId: organization?.id ?? "", agentId: user.id };
    const emails = await hireAgents(connection, 4, "admin");
    const tokens: string[] = [];
    for (const email of emails) tokens.push((await server.signIn(email.replace(/@.*/, ""))).accessToken);
    // The first time, code is compiled.
    const measured = { measure: longestPause, attempts: 3, goal: pauseGoalMs };
    const walked = await walk({ url, connection, tokens, agentToken }, owner, measured);
    return walked
      .toSorted((one, other) => other.measured - one.measured)
      .map(({ name, measured: ms }) => row(`longest pause, ms: ${name}`, ms, `≤ ${pauseGoalMs} ms`));
  } finally {
    await server.stop();
  }
}
