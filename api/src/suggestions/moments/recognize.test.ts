import { answersTo } from "./recognize.ts";

test("a call is a complaint by what its client says, too, where its opening is that of a sale", () => {
  const fault = "ma chaudière est en panne depuis lundi";
  const anger = "c'est inadmissible vous vous moquez de moi";
  const turns = [fault, anger].map((client) => ({ client, agent: "Je regarde." }));
  const [best] = answersTo({ heard: new Map(), isSoftware: false, kind: "sale", turns });
  expect(best).toBe("complaint-1");
});
