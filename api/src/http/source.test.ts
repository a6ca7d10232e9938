import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import express from "express";
import fc from "fast-check";
import { sourceOfAddress, sourceOfMessage } from "./source.ts";

describe("a source", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002::", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    // IPv4-compatible addresses, which are not IPv4-mapped ones.
    ["::0.0.0.0", "0:0:0:0::/64"],
    ["::203.0.113.7", "0:0:0:0::/64"],
    ["::cb00:7107", "0:0:0:0::/64"],
  ])("is the address, or the /64 of an IPv6 one: %s", (address, source) => {
    expect(sourceOfAddress(address)).toBe(source);
  });

  test("is the same for every spelling of an address", () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const source = sourceOfAddress(address);
        expect(source).toBeDefined();
        const again = new URL(`http://[${address}]`).hostname.slice(1, -1);
        expect(sourceOfAddress(again)).toBe(source);
      }),
    );
  });

  test("is the same whatever port a proxy writes behind it", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.nat(65_535), (address, port) => {
        const shown = address.includes(":") ? `[${address}]` : address;
        expect(sourceOfAddress(`${shown}:${port}`)).toBe(sourceOfAddress(address));
      }),
    );
  });

  test("is undefined for other text", () => {
    for (const text of [
      "",
      "unknown",
      "1.2.3",
      "1.2.3:80",
      "1.2.3.4:",
      "[1.2.3.4",
      "[::g]:80",
      "<script>",
      "::g",
    ]) {
      expect(sourceOfAddress(text)).toBeUndefined();
    }
  });
});

describe("the source of a message behind proxies", () => {
  const message = (forwarded?: string) =>
    Object.assign(new IncomingMessage(new Socket()), {
      headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
      socket: { remoteAddress: "192.0.2.1" },
    });

  test.each([
    [0, "203.0.113.7", "192.0.2.1"],
    [1, "203.0.113.7", "203.0.113.7"],
    [1, "198.51.100.1, 203.0.113.7", "203.0.113.7"],
    [2, "198.51.100.1, 203.0.113.7", "198.51.100.1"],
    [2, "203.0.113.7", "203.0.113.7"],
    [1, undefined, "192.0.2.1"],
    [1, "<script>", "unknown"],
  ])(
    "is, with %i trusted proxies and the header %s, the same as in Express",
    (proxies, forwarded, source) => {
      expect(sourceOfMessage(message(forwarded), proxies)).toBe(source);
      const app = express().set("trust proxy", proxies);
      const req = Object.setPrototypeOf(message(forwarded), app.request);
      expect(sourceOfAddress(req.ip) ?? "unknown").toBe(source);
    },
  );
});
