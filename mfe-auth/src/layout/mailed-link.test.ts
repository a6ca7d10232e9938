import fc from "fast-check";
import { readMailedLink } from "./mailed-link.ts";

const token = "hV3Zr0yq8t1mJ5b_c7Kd2wLsPnEfGa-iQoRxYzT9vB4";
const session = "0b9d6a3e-3c55-4c1f-9a57-6c1d1b0f8e21";
const read = (address: string) => {
  const { search, hash } = new URL(address, "https://app.example/verify-email");
  return readMailedLink({ search, hash });
};

test.each([
  ["as it was mailed", `?token=${token}`],
  ["with a full stop", `?token=${token}.`],
  ["in angle brackets", `?token=${token}>`],
  ["with an encoded bracket", `?token=${token}%3E`],
  ["in quotes", `?token=${token}"`],
  ["in typographic quotes", `?token=${token}”.`],
  ["in French quotes", `?token=${token}%C2%A0»`],
  ["in brackets", `?token=${token}).`],
  ["with the text behind it", `?token=${token}%22%3EVerify%20my%20address`],
  ["in Markdown", `?token=${token}**`],
  ["with a zero-width space", `?token=%E2%80%8B${token}%E2%80%8B`],
  ["quoted-printable", `?token=3D${token}`],
  ["quoted-printable, twice", `?token=${encodeURIComponent("=3D")}${token}`],
  ["broken by a soft line break", `?token=${token.slice(0, 20)}=\r\n${token.slice(20)}`],
  ["broken by a line break and a space", `?token=${token.slice(0, 20)}%0D%0A%20${token.slice(20)}`],
  ["encoded twice", `?token=${encodeURIComponent(encodeURIComponent(`${token}.`))}`],
  ["with its own name encoded", `?${encodeURIComponent(`token=${token}`)}`],
  ["with a name in capitals", `?TOKEN=${token}`],
  ["after a tracking parameter", `?utm_source=mail&amp;token=${token}`],
  ["before a tracking parameter", `?token=${token}&utm_source=mail`],
  ["in the fragment", `#token=${token}`],
  ["with a broken percent sign", `?token=${token}%`],
])("a token is read %s", (_, address) => {
  expect(read(address)).toEqual({ token });
});

test.each([
  ["as they were mailed", `?code=123456&session=${session}`],
  ["with an escaped ampersand", `?code=123456&amp;session=${session}`],
  ["with an ampersand that was escaped twice", `?code=123456&amp;amp;session=${session}`],
  ["with a numeric escape", `?code=123456&#38;session=${session}`],
  ["with a hexadecimal escape", `?code=123456&#x26;session=${session}`],
  ["with an encoded escape", `?code=123456%26amp%3Bsession=${session}`],
  ["encoded twice", `?code=123456%2526session%253D${session}`],
  ["quoted-printable", `?code=3D123456&session=3D${session}`],
  ["with a full stop", `?code=123456&session=${session}.`],
  ["in brackets", `?code=123456&amp;session=${session}%3E)`],
  ["in capitals", `?CODE=123456&SESSION=${session.toUpperCase()}`],
  ["with typographic hyphens", `?code=123456&session=${session.replaceAll("-", "%E2%80%91")}`],
  ["with a code in groups", `?code=123%20456&session=${session}`],
  ["with a code in groups, as a form writes it", `?code=123+456&session=${session}`],
  ["with other digits", `?code=%D9%A1%D9%A2%D9%A3%D9%A4%D9%A5%D9%A6&session=${session}`],
])("a code and its session are read %s", (_, address) => {
  expect(read(address)).toEqual({ code: "123456", session });
});

test("the token of an unlock link is read in the same way", () => {
  expect(read(`?unlock=3D${token}.`)).toEqual({ unlock: token });
});

test.each([
  ["?email=a@b.example&method=code&session=s-1", { session: "s-1" }],
  ["?code=12345&session=x", { code: "12345", session: "x" }],
  ["?token=", {}],
  ["?token=short.", { token: "short." }],
  ["?message=token&error=a%26b", {}],
])("what is no mailed link stays for the server: %s", (address, link) => {
  expect(read(address)).toEqual(link);
});

test("any token is found whatever stands around it, and any address is read", () => {
  const characters = [..."ABCXYZabcxyz019-_"];
  const anyToken = fc.array(fc.constantFrom(...characters), { minLength: 43, maxLength: 43 });
  const mark = fc.constantFrom("", ...". , ) > %3E \" %22 ' ” %20 ! ] * …".split(" "));
  fc.assert(
    fc.property(anyToken, mark, mark, mark, (letters, before, after, last) => {
      const any = letters.join("");
      expect(read(`?token=${before}${any}${after}${last}`)).toEqual({ token: any });
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => void readMailedLink({ search: `?${text}`, hash: `#${text}` })),
  );
});
