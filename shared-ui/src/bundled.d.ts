declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module "*.css";
/** Imported from a package's `fr.json`: its English texts that have values, compiled. */
declare module "*?english" {
  const messages: Readonly<Record<string, never>>;
  export default messages;
}
