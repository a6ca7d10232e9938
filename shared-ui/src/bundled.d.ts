declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module "*.css";
/** Of a package's `fr.json`: the English texts that have values, compiled. */
declare module "*?english" {
  const messages: Readonly<Record<string, never>>;
  export default messages;
}
