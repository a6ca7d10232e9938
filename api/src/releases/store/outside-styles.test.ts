import { outsideStyles } from "./outside-styles.ts";

const release = { name: "mfe-deals", version: "1.0.0" };

/** What is outside in each of these stylesheets, by the stylesheet. */
const outside = async (...sheets: string[]) =>
  Object.fromEntries(await outsideStyles(release, new Map(sheets.map((css) => [css, css]))));

/** The same for each of them. */
const each = (sheets: readonly string[], found: (css: string) => unknown) =>
  Object.fromEntries(sheets.map((css) => [css, found(css)]));

test("what the remote's own classes and names begin is confined", async () => {
  const confined = [
    ".mfe-deals_row_x1 { color: red }",
    "body .mfe-deals_row_x1, .mfe-deals_row_x1 > td + td { color: red }",
    ":is(.mfe-deals_a_1, .mfe-deals_b_2 li):hover::before { color: red }",
    "@media print { .mfe-deals_row_x1 { color: red } }",
    "@layer base { @container (width < 9px) { .mfe-deals_row_x1 { color: red } } }",
    ".mfe-deals_row_x1 { td { color: red } &:hover { color: red } > b { color: red } body & { color: red } @media print { color: red } }",
    ".mfe-deals_row_x1 { --accent: red; animation: mfe-deals_spin_a }",
    "@keyframes mfe-deals_spin_a { from { color: red } 50% { color: blue } }",
    '@font-face { font-family: "mfe-deals_icons"; src: url(icons.1.woff2) }',
    "",
  ];
  expect(await outside(...confined)).toEqual(each(confined, () => []));
});

test("a selector that matches elements of others is refused, also in a list under a condition", async () => {
  const selectors = [
    "body",
    "*",
    ":root",
    "main h1",
    "#root",
    "[data-theme]",
    ".mfe-admin_row_x1",
    ".row",
    ":not(.mfe-deals_row_x1)",
    "body:has(.mfe-deals_row_x1)",
    ":is(.mfe-deals_row_x1, body)",
    ":where(:has(.mfe-deals_row_x1))",
    ".mfe-deals_row_x1 ~ footer",
    ".mfe-deals_row_x1 + *",
    '[class*="mfe-deals_"]',
    "& .row",
  ];
  const sheets = selectors.flatMap((selector) => [
    [`${selector} { color: red }`, selector] as const,
    [`@media screen { .mfe-deals_a_1, ${selector} { color: red } }`, selector] as const,
  ]);
  expect(await outside(...sheets.map(([css]) => css))).toEqual(
    Object.fromEntries(
      sheets.map(([css, selector]) => [css, [`"${selector}" names no class of mfe-deals's own CSS modules`]]),
    ),
  );
});

test("a nested selector that matches outside of the rule around it is refused", async () => {
  const sheets = ["& ~ footer", "+ footer", ":not(&)", "html:has(&)"].map(
    (selector) => `.mfe-deals_a_1 { ${selector} { color: red } }`,
  );
  expect(await outside(...sheets)).toEqual(each(sheets, () => [expect.any(String)]));
});

test("what is global to the page is refused", async () => {
  const problems = {
    "@keyframes spin { from { color: red } }":
      '"@keyframes spin" defines spin, which must begin with mfe-deals_',
    '@font-face { font-family: "Inter Variable"; src: url(x.woff2) }':
      '"@font-face" defines "Inter Variable", which must begin with mfe-deals_',
    "@property --accent { syntax: '*' }":
      '"@property --accent" defines --accent, which must begin with mfe-deals_',
    "@import url(https://elsewhere.example/x.css);":
      '"@import url(https://elsewhere.example/x.css)" applies to the whole page',
    "@page { margin: 0 }": '"@page" applies to the whole page',
    "@view-transition { navigation: auto }": '"@view-transition" applies to the whole page',
  };
  const found = Object.fromEntries(Object.entries(problems).map(([css, problem]) => [css, [problem]]));
  expect(await outside(...Object.keys(problems))).toEqual(found);
});

test("what can't be read is refused, with the line", async () => {
  expect(await outside("a: {}", "::: x {}", ".mfe-deals_a_1 {\n color: red")).toEqual({
    "a: {}": ['"a:" can\'t be read'],
    "::: x {}": ['"::: x" can\'t be read'],
    ".mfe-deals_a_1 {\n color: red": ["line 1 can't be read: Unclosed block"],
  });
});

test("others are answered while a stylesheet is read", async () => {
  const css = ".mfe-deals_a_1 b{}".repeat(8000);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  expect(await outside(css)).toEqual({ [css]: [] });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
});
