const { compileMessage } = require("@lingui/message-utils/compileMessage");

/** @param {string} source of a package's `fr.json` @returns {Record<string, string>} */
const read = (source) => JSON.parse(source);

/** What follows the English text in a key, where one English text is two French ones. */
const context = / \/\/ .*$/;

/** The French texts, compiled: nothing is parsed in the browser. @param {string} source */
function compileFrench(source) {
  return compile(Object.entries(read(source)));
}

/** The English texts that are more than themselves: with values, elements or a context. @param {string} source */
function compileEnglish(source) {
  const keys = Object.keys(read(source)).filter((key) => /[{<']/.test(key) || context.test(key));
  return compile(keys.map((key) => [key, key.replace(context, "")]));
}

/** @param {[key: string, text: string][]} texts */
function compile(texts) {
  return Object.fromEntries(texts.map(([key, text]) => [key, compileMessage(text)]));
}

/** The rules for a bundle: `fr.json` has the French texts, `fr.json?english` the English ones. */
const rules = [
  { test: /[\\/]fr\.json$/, resourceQuery: /^\?english$/, type: "json", parser: { parse: compileEnglish } },
  { test: /[\\/]fr\.json$/, resourceQuery: /^$/, type: "json", parser: { parse: compileFrench } },
];

module.exports = { compileEnglish, compileFrench, rules };
