import { misspelt } from "./misspelt.ts";

test.each([
  ["RELEASE_TOKEN", "RELEASES_TOKEN"],
  ["MONGO_URI", "MONGODB_URI"],
  ["MONGODB_URL", "MONGODB_URI"],
  ["Public_Url", "PUBLIC_URL"],
  ["JWT_SECRETS", "JWT_SECRET"],
  ["DATADIR", "DATA_DIR"],
  ["SMTP_URI", "SMTP_URL"],
  ["ASTERISK_ARI_PASWORD", "ASTERISK_ARI_PASSWORD"],
])("%s was probably meant to be %s", (name, meant) => {
  expect(misspelt({ [name]: "value" })).toEqual([{ name, meant }]);
});

test("variables of other programs are not settings", () => {
  const names = "PATH HOME HOSTNAME USER SHELL TERM LANG TZ CI PWD EDITOR PAGER DISPLAY SHLVL TMPDIR";
  const more =
    "HTTP_PROXY NO_PROXY NODE_OPTIONS NODE_PATH npm_config_cache LOGNAME COLORTERM OLDPWD MAIL _ LESS";
  const env = Object.fromEntries(`${names} ${more}`.split(" ").map((name) => [name, "value"]));
  expect(misspelt(env)).toEqual([]);
});

test("what is set by its right name was not meant by another", () => {
  expect(misspelt({ RELEASE_TOKEN: "of another program", RELEASES_TOKEN: "token" })).toEqual([]);
});
