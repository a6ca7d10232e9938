import { endpoints } from "./endpoints.ts";
import { exampleAnswer } from "./example-answers.ts";

test("every answer of the contracts has an example", () => {
  const without = endpoints().filter(([, endpoint]) => exampleAnswer(endpoint) === undefined);
  expect(without.map(([name]) => name)).toEqual([]);
});
