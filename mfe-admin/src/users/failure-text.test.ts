import { RequestError } from "@souffleur/shared-ui";
import { endsSession, failures, failureText } from "./failure-text.ts";

const refused = (serverMessage?: string) =>
  new RequestError("api", "from the catalogue", { status: 409, serverMessage });

test.each(Object.entries(failures))(
  "%s: a refusal shows the server's text, else the page's",
  (_, textsOf) => {
    const texts = textsOf();
    expect(failureText(refused("Already decided."), texts)).toBe("Already decided.");
    expect(failureText(refused(""), texts)).toBe(texts.refused);
    expect(failureText(refused(), texts)).toBe(texts.refused);
  },
);

test.each(Object.entries(failures))("%s: a missing answer shows the page's text for it", (_, textsOf) => {
  const texts = textsOf();
  for (const kind of ["network", "timeout", "unexpected"] as const) {
    expect(failureText(new RequestError(kind, "from the catalogue"), texts)).toBe(texts.unanswered);
  }
  expect(failureText(new TypeError("a bug"), texts)).toBe(texts.unanswered);
});

test("a list that is refused without a text has the specification's", () => {
  expect(failureText(refused(), failures.list())).toBe("Failed to load users");
});

test("only a 401 ends the session", () => {
  expect(endsSession(new RequestError("api", "", { status: 401 }))).toBe(true);
  expect(endsSession(refused())).toBe(false);
  expect(endsSession(new RequestError("network", ""))).toBe(false);
});
