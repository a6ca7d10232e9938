import { withProgress } from "./step-progress.mjs";

/** What a terminal or a pipe gets, with every time as 0.1 s. */
async function printedBy(isTTY: boolean, work: Parameters<typeof withProgress>[1]) {
  let text = "";
  const write = (more: string) => {
    text += more;
  };
  const failure = await withProgress("Building 6 bundles", work, { isTTY, write }).catch(String);
  return { text: text.replace(/\d+\.\d s/, "0.1 s"), failure };
}

const work = async (show: (far: string) => void) => show("1 of 6");
const failing = () => Promise.reject(new Error("no memory"));

test("a terminal shows in one line how far a step is, and how long it took", async () => {
  expect((await printedBy(true, work)).text).toBe(
    "Building 6 bundles … \r\x1b[KBuilding 6 bundles … 1 of 6\r\x1b[KBuilding 6 bundles … 0.1 s\n",
  );
});

test("a pipe gets a line at the beginning and one at the end", async () => {
  expect((await printedBy(false, work)).text).toBe("Building 6 bundles …\nBuilding 6 bundles … 0.1 s\n");
});

test("a failed step ends its line, and has no time", async () => {
  const failure = "Error: no memory";
  expect(await printedBy(true, failing)).toEqual({ text: "Building 6 bundles … \n", failure });
  expect(await printedBy(false, failing)).toEqual({ text: "Building 6 bundles …\n", failure });
});
