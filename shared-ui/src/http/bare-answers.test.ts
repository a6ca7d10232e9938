import {
  changeUserStatus,
  decideUser,
  type Endpoint,
  endSimulation,
  initiateVerification,
  listUsers,
  login,
  logout,
  pendingUsers,
  refresh,
  register,
  resendVerification,
  startSimulation,
  sttLanguage,
  sttStats,
  transcribeAudio,
  userStats,
  verifyCode,
  verifyEmail,
} from "@souffleur/contracts";
import { someUser, startApi } from "../testing/render-app.tsx";
import { request } from "./request.ts";

/** The least that an answer has (a server may send nothing else), and what is read where that differs. */
const answers: [string, Endpoint, object, object?][] = [
  ["login", login, { data: { accessToken: "x", user: someUser() } }, { data: { organization: null } }],
  ["register", register, {}],
  ["refresh", refresh, { data: { accessToken: "x" } }],
  ["logout", logout, {}],
  ["resend-verification", resendVerification, {}],
  ["initiate", initiateVerification, { data: { sessionId: "s-1" } }],
  ["verify-code", verifyCode, {}],
  ["verify-email", verifyEmail, {}],
  ["stats", userStats, { data: { stats: { total: 3, active: 1, pending: 1, pendingVerification: 1 } } }],
  ["pending-users", pendingUsers, { data: { users: [] } }],
  ["users", listUsers, { data: { users: [someUser()] } }],
  ["approve", decideUser, { message: "User approved successfully" }],
  ["status", changeUserStatus, { message: "User deactivated successfully" }],
  ["stt stats", sttStats, { data: { stats: { transcripts: 1, packetsReceived: 2 } } }],
  ["stt language", sttLanguage, { data: { language: "fr" } }],
  ["simulation start", startSimulation, {}],
  ["simulation start with other data", startSimulation, { data: { simulation: "sim-1" } }, {}],
  ["simulation end", endSimulation, {}],
  ["simulation end with other data", endSimulation, { data: {} }, {}],
  ["audio", transcribeAudio, { transcript: "Bonjour", confidence: 0.9 }],
];

test.each(answers)("the bare answer of %s is understood", async (_name, endpoint, answer, read = answer) => {
  const api = await startApi();
  api.on(endpoint, () => ({ status: 200, body: { success: true, ...answer } }));
  await expect(request(endpoint, { params: { id: "user-1" } })).resolves.toMatchObject(read);
  await api.close();
});
