import { act, renderHook, waitFor } from "@testing-library/react";
import { usePreferences } from "./preferences.ts";

const fetched = jest.fn(async () => new Response(JSON.stringify({ success: true })));
beforeEach(() => {
  localStorage.clear();
  fetched.mockClear();
  globalThis.fetch = fetched;
});

test.each(["Theme", "Sound of whispers"])("%s belongs to the browser, which keeps each choice", (label) => {
  const { result } = renderHook(usePreferences);
  const current = () => result.current.find((one) => one.label === label);
  expect(current()?.of).toBe("browser");
  const stored: number[] = [];
  for (const { value } of current()?.options ?? []) {
    act(() => current()?.choose(value));
    expect(current()?.value).toBe(value);
    expect(renderHook(usePreferences).result.current.find((one) => one.label === label)?.value).toBe(value);
    stored.push(localStorage.length);
  }
  // The default is stored as nothing.
  expect(stored.toSorted()).toEqual([0, ...stored.slice(1).fill(1)]);
  expect(fetched).not.toHaveBeenCalled();
});

test("the language belongs to the account: the server stores it too", async () => {
  const { result } = renderHook(usePreferences);
  const [language, ...others] = result.current.filter(({ of }) => of === "account");
  expect(others).toEqual([]);
  expect(language?.label).toBe("Language");
  act(() => language?.choose("en"));
  await waitFor(() => expect(localStorage.getItem("souffleur.language")).toBe("en"));
  expect(fetched).toHaveBeenCalledWith(
    "/api/account/language",
    expect.objectContaining({ body: JSON.stringify({ language: "en" }) }),
  );
});
