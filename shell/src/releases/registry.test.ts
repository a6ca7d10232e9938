import { inlinedRegistry } from "./registry.ts";

const page = (content: string) => {
  document.body.innerHTML = `<script type="application/json" id="souffleur-registry">${content}</script>`;
  return document;
};

afterEach(() => jest.restoreAllMocks());

test("the registry that the server inlined in the page is read", () => {
  expect(inlinedRegistry(page('{"schema":1,"remotes":{}}'))).toEqual({ schema: 1, remotes: {} });
});

test("a page may have no registry", () => {
  expect(inlinedRegistry(page(""))).toBeUndefined();
});

test("an unreadable registry is ignored and logged", () => {
  const logged = jest.spyOn(console, "error").mockImplementation(() => undefined);
  expect(inlinedRegistry(page('{"schema":2,"remotes":{}}'))).toBeUndefined();
  expect(inlinedRegistry(page("{"))).toBeUndefined();
  expect(logged).toHaveBeenCalledTimes(2);
});
