import { isPublicAddress, isPublicHttps } from "./public-address.ts";

/** Every way to write an IPv4 address that resolvers or parsers of URLs know. */
function spellings(address: string): string[] {
  const parts = address.split(".").map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (value: number) => `0x${value.toString(16)}`;
  const octal = (value: number) => `0${value.toString(8)}`;
  const high = (a * 256 + b).toString(16);
  const low = (c * 256 + d).toString(16);
  return [
    address,
    `${address}.`,
    String(number),
    hex(number),
    octal(number),
    parts.map(hex).join("."),
    parts.map(octal).join("."),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    parts
      .map((part) => String(part).replace(/./g, (digit) => String.fromCodePoint(0xff10 + Number(digit))))
      .join("."),
    `${a}%2e${b}%2e${c}%2e${d}`,
    ...["::ffff:", "::ffff:0:", "64:ff9b::", "64:ff9b:1::", "::"].map((prefix) => `[${prefix}${address}]`),
    `[::ffff:${high}:${low}]`,
    `[2002:${high}:${low}::1]`,
  ];
}

const privateOnes = [
  "127.0.0.1",
  "127.255.255.254",
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "100.64.0.1",
  "100.127.255.255",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.2.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
];

test.each(privateOnes.flatMap(spellings))("%s is not public, however it is written", (host) => {
  expect(isPublicHttps(new URL(`https://${host}/`))).toBe(false);
});

test.each([
  "::",
  "::1",
  "fe80::1",
  "febf::1",
  "fc00::1",
  "fd12:3456::1",
  "fec0::1",
  "ff02::1",
  "2001:db8::1",
  "2001::1",
  "100::1",
])("%s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
  expect(isPublicHttps(new URL(`https://[${address}]/`))).toBe(false);
});

test.each(["93.184.216.34", "8.8.8.8", "[2606:4700:4700::1111]", "crm.example.com"])(
  "%s may be public",
  (host) => {
    expect(isPublicHttps(new URL(`https://${host}/`))).toBe(true);
    expect(isPublicHttps(new URL(`http://${host}/`))).toBe(false);
    expect(isPublicHttps(new URL(`https://me@${host}/`))).toBe(false);
  },
);
