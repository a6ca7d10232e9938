import { render } from "@testing-library/react";
import { Confidence } from "./speaker-line.tsx";

test.each([
  [0.61, "61% confidence"],
  [0, ""],
])("a confidence of %s reads %j", (value, text) => {
  expect(render(<Confidence value={value} />).container.textContent).toBe(text);
});
