import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type CompiledMessage, compileMessage } from "@lingui/message-utils/compileMessage";
import { Manifest } from "@souffleur/contracts";

const project = path.resolve(__dirname, "../..");
const packages = [...readdirSync(project), "shell/delivery/remote-template", "shell/remote/example"].filter(
  (name) => existsSync(path.join(project, name, "src/texts/fr.json")),
);

const catalogueOf = (name: string): [english: string, french: string][] =>
  Object.entries(JSON.parse(readFileSync(path.join(project, name, "src/texts/fr.json"), "utf8")));

/** The names of a message's values and elements. */
function partsOf(message: string): string[] {
  const names = new Set(message.match(/<\/?\d+\/?>/g));
  const visit = (tokens: CompiledMessage) => {
    for (const token of tokens) {
      if (!Array.isArray(token)) continue;
      names.add(String(token[0]));
      for (const cases of Object.values(typeof token[2] === "object" ? token[2] : {}))
        if (Array.isArray(cases)) visit(cases);
    }
  };
  visit(compileMessage(message));
  return [...names].sort();
}

function sourcesOf(name: string): string[] {
  const folder = path.join(project, name, "src");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^testing/.test(file))
    .map((file) => readFileSync(path.join(folder, file), "utf8"));
}

test.each(packages)("the texts of %s are all used", (name) => {
  const sources = sourcesOf(name).join("\n");
  const unused = catalogueOf(name).filter(
    ([english]) => ![JSON.stringify(english), `'${english}'`].some((literal) => sources.includes(literal)),
  );
  expect(unused).toEqual([]);
});

// Mails have their French beside their English. Logged messages are for operators.
test.each(packages.filter((name) => name !== "api"))(
  "every sentence in the sources of %s has French",
  (name) => {
    const keys = new Set(catalogueOf(name).map(([english]) => english));
    const sentences = sourcesOf(name)
      .flatMap((source) => source.split("\n"))
      .filter((line) => !/^\s*(\/\/|\/?\*)|console\.|Error\(/.test(line))
      .flatMap((line) =>
        [...line.matchAll(/"([A-Z][a-z]+ [^"]*[.!?…])"/g)].map(([, sentence = ""]) => sentence),
      );
    expect(sentences.filter((sentence) => !keys.has(sentence))).toEqual([]);
  },
);

test.each(packages.filter((name) => existsSync(path.join(project, name, "remote.json"))))(
  "the titles and labels of %s have French",
  (name) => {
    const {
      screens,
      menu = [],
      quickActions = [],
    } = Manifest.parse(JSON.parse(readFileSync(path.join(project, name, "remote.json"), "utf8")));
    const groups = screens.flatMap(({ navigation }) => (navigation?.group ? [navigation] : []));
    const shown = [...screens, ...menu, ...quickActions, ...groups];
    expect(shown.filter(({ french }) => french === undefined)).toEqual([]);
  },
);

// The contracts compose some texts from limits; their use is tested there.
describe.each([...packages, "api/contracts"])("the texts of %s", (name) => {
  const catalogue = catalogueOf(name);

  test("have the same values and elements in French", () => {
    const differing = catalogue.filter(
      ([english, french]) => partsOf(english).join() !== partsOf(french).join(),
    );
    expect(differing).toEqual([]);
  });

  test("follow French typography", () => {
    const wrong = catalogue.filter(([, french]) =>
      /'(?![{}<#])(?<![{}])|"|\.\.\.|(?<!\u00a0):(?=\s|$)|(?<!\u202f)[;!?](?=\s|$)|(?<![\d\u202f])%|(?<![-\d:])\d{4,}(?=[ \u00a0]\p{Ll}{4})|\bvous (?:ne )?(?:vous )?(?:êtes|serez|étiez)(?: pas)? \p{L}+(?:é|i|it|is|u)\b|«(?!\u00a0)|(?<!\u00a0)»/iu.test(
        french,
      ),
    );
    expect(wrong).toEqual([]);
  });

  test("are sorted", () => {
    const keys = catalogue.map(([english]) => english);
    expect(keys).toEqual(keys.toSorted());
  });
});
