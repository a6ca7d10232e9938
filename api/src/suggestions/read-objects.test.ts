import fc from "fast-check";
import { createObjectReader } from "./read-objects.ts";

function readAll(pieces: readonly string[]): unknown[] {
  const { read } = createObjectReader();
  return pieces.flatMap(read);
}

test("returns each object as soon as it is complete, inner ones first", () => {
  const { read } = createObjectReader();
  expect(read('{"suggestions":[{"text":"a')).toEqual([]);
  expect(read(' {}"},{"te')).toEqual([{ text: "a {}" }]);
  expect(read('xt":"\\"b\\\\"}')).toEqual([{ text: '"b\\' }]);
  expect(read("]}")).toEqual([{ suggestions: [{ text: "a {}" }, { text: '"b\\' }] }]);
});

test("finds objects in a list, on lines, in a code fence and among words", () => {
  const objects = [{ text: "un" }, { text: "deux" }];
  const [one, two] = objects.map((object) => JSON.stringify(object));
  expect(readAll([JSON.stringify(objects)])).toEqual(objects);
  expect(readAll([`${one}\n${two}`])).toEqual(objects);
  expect(readAll([`Voici "mes idées :\n\`\`\`json\n${one}\n\`\`\`\n${two}`])).toEqual(objects);
});

test.each(["", "{", "}", "}{", '{"a":', "{a}", '"{}', "]]{[", '{"a":"\\'])("finds nothing in %j", (text) => {
  expect(readAll([text]).filter((found) => JSON.stringify(found) !== "{}")).toEqual([]);
});

test("returns the unfinished object with its last string so far", () => {
  const { read, unfinished } = createObjectReader();
  const written = ['{"all":[{"a":1,"te', 'xt":', '"C\\u00', "e9l\\", '"ine }', '"', "}]}"].map((piece) => {
    read(piece);
    return unfinished();
  });
  const so = (text: string) => ({ a: 1, text });
  expect(written).toEqual([
    undefined,
    undefined,
    so("C"),
    so("C\u00e9l"),
    so('C\u00e9l"ine }'),
    undefined,
    undefined,
  ]);
});

test("finds the same objects however the text is cut", () => {
  const object = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean()));
  fc.assert(
    fc.property(fc.array(object), fc.array(fc.nat(500)), (objects, cuts) => {
      const text = JSON.stringify({ suggestions: objects });
      const at = [0, ...cuts.filter((cut) => cut < text.length).toSorted((a, b) => a - b), text.length];
      const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
      expect(readAll(pieces)).toEqual(
        [...objects, { suggestions: objects }].map((one) => JSON.parse(JSON.stringify(one))),
      );
    }),
  );
});
