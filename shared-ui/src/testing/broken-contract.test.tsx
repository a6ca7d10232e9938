import { type EndpointAnswer, sttStats } from "@souffleur/contracts";
import { useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { call } from "../session/call.ts";
import { ok, type Reply, refused } from "./render-app.tsx";
import { testPage } from "./test-page.ts";

function Screen() {
  const { data, isError } = useQuery({
    queryKey: ["stats"],
    queryFn: async () => (await call(sttStats)).data.stats,
  });
  return <h1>{isError ? "Failed" : `${data?.transcripts} lines`}</h1>;
}

const { api, open } = testPage({ routes: [{ path: "/", Component: Screen }] });
const broken = { data: { stats: { transcripts: "many" } } } as unknown as EndpointAnswer<typeof sttStats>;
const reply: Reply = { status: 200, body: { success: true, ...broken } };
const mistake = /GET \S+ breaks its contract:\n[\s\S]*data\.stats\.transcripts is "many": .*expected number/;

test.each<[string, () => void]>([
  ["api.answer", () => api.answer(sttStats, () => broken)],
  ["api.on with ok", () => api.on(sttStats, () => ok(sttStats, broken))],
  ["api.on with a reply of its own", () => api.on(sttStats, () => reply)],
])("what waits for a broken answer of %s ends with the path and the value", async (_how, answer) => {
  answer();
  await open("/");
  await expect(screen.findByText("many lines")).rejects.toThrow(mistake);
});

test("ok throws where it is called", () => {
  expect(() => ok(sttStats, broken)).toThrow(mistake);
});

test.each<[string, Reply]>([
  ["a refusal", refused("FORBIDDEN", "No.")],
  ["an answer that breaks the contract on purpose", { ...reply, breaksContract: true }],
])("%s ends no test", async (_what, answer) => {
  api.on(sttStats, () => answer);
  await open("/");
  expect(await screen.findByText("Failed")).toBeVisible();
});
