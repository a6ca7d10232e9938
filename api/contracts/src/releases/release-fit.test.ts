import { contractMismatches, fitsCaret } from "./release-fit.ts";

test.each([
  ["1.2.3", "1.2.3", true],
  ["1.2.3", "1.2.4", true],
  ["1.2.3", "1.3.0", true],
  ["1.2.3", "1.2.2", false],
  ["1.2.3", "2.0.0", false],
  ["0.1.2", "0.1.9", true],
  ["0.1.2", "0.2.0", false],
  ["0.0.3", "0.0.3", true],
  ["0.0.3", "0.0.4", false],
  ["19", "19.3.1", true],
  ["2.0.0", "1.9.9", false],
  ["next", "next", true],
  ["next", "1.0.0", false],
])("^%s with %s: %s", (wanted, version, fits) => {
  expect(fitsCaret(wanted, version)).toBe(fits);
});

const versions = { react: "19.3.1", router: "7.18.5", query: "5.1.0" };
const contract = { "shared-ui": "0.1.0", contracts: "0.1.0", ...versions };

test("a release fits a shell with the same or compatible newer versions", () => {
  expect(contractMismatches(contract, contract)).toEqual([]);
  expect(contractMismatches(contract, { ...contract, react: "19.4.0" })).toEqual([]);
});

test("each mismatch is named with both versions", () => {
  expect(contractMismatches(contract, { ...contract, "shared-ui": "0.2.0", react: "18.0.0" })).toEqual([
    "it was built for shared-ui ^0.1.0, the shell has 0.2.0",
    "it was built for react ^19.3.1, the shell has 18.0.0",
  ]);
});

test("different contracts are no mismatch", () => {
  expect(contractMismatches(contract, { ...contract, contracts: "9.0.0" })).toEqual([]);
});
