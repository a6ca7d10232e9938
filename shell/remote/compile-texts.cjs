const { compileMessage } = require("@lingui/message-utils/compileMessage");

// Rules that compile texts for a bundle: `fr.json` has all French texts, `fr.json?english` those English texts that have
// values or elements; an apostrophe stands for itself without them.
const file = { test: /[\\/]fr\.json$/, type: "json" };
const rules = [
  { ...file, resourceQuery: /^$/, parser: { parse: compileTexts(([, french]) => french) } },
  {
    ...file,
    resourceQuery: /^\?english$/,
    parser: { parse: compileTexts(([english]) => (/[{<]/.test(english) ? english : undefined)) },
  },
];

/** @param {(text: [english: string, french: string]) => string | undefined} choose */
function compileTexts(choose) {
  return (/** @type {string} */ source) =>
    Object.fromEntries(
      Object.entries(JSON.parse(source)).flatMap(([english, french]) => {
        const chosen = choose([english, french]);
        return chosen === undefined ? [] : [[english, compileMessage(chosen)]];
      }),
    );
}

module.exports = { rules };
