import { longestPause, pauseGoalMs } from "./fairness/longest-pause.ts";
import { tenOrganizations } from "./fairness/ten-organizations.ts";
import { walk } from "./fairness/walk.ts";
import { type Row, row } from "./figures.ts";
import { startServer } from "./servers/api-server.ts";
import { hireAgents } from "./servers/database.ts";

/** How long the largest requests hold up everybody else, and what an organization that attacks costs nine others. */
export default async function measure(): Promise<Row[]> {
  return [...(await longestPauses()), ...(await tenOrganizations())];
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
