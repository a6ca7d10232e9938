/** Reading of tables that spreadsheets have saved. Each remote that imports one bundles it; the shell does not share it. */
export { readingsOf } from "./tables/encodings.ts";
export {
  lineBreaksIn,
  linesOf,
  quoteMistakes,
  separators,
  unescapeField,
} from "./tables/tables.ts";
