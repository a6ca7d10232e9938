import { outsideStyles } from "./outside-styles.ts";

const outside = (css: string) => outsideStyles("mfe-deals", css);

test.each([
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
])("%s is confined", (css) => {
  expect(outside(css)).toEqual([]);
});

test.each([
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
])("the selector %s is refused", (selector) => {
  const refused = [`"${selector}" names no class of mfe-deals's own CSS modules`];
  expect(outside(`${selector} { color: red }`)).toEqual(refused);
  expect(outside(`@media screen { .mfe-deals_a_1, ${selector} { color: red } }`)).toEqual(refused);
});

test.each(["& ~ footer", "+ footer", ":not(&)", "html:has(&)"])(
  "%s matches outside of the rule that it is nested in",
  (selector) => {
    expect(outside(`.mfe-deals_a_1 { ${selector} { color: red } }`)).toHaveLength(1);
  },
);

test.each([
  [
    "@keyframes spin { from { color: red } }",
    '"@keyframes spin" defines spin, which must begin with mfe-deals_',
  ],
  [
    '@font-face { font-family: "Inter Variable"; src: url(x.woff2) }',
    '"@font-face" defines "Inter Variable", which must begin with mfe-deals_',
  ],
  [
    "@property --accent { syntax: '*' }",
    '"@property --accent" defines --accent, which must begin with mfe-deals_',
  ],
  [
    "@import url(https://elsewhere.example/x.css);",
    '"@import url(https://elsewhere.example/x.css)" applies to the whole page',
  ],
  ["@page { margin: 0 }", '"@page" applies to the whole page'],
  ["@view-transition { navigation: auto }", '"@view-transition" applies to the whole page'],
])("%s is refused", (css, problem) => {
  expect(outside(css)).toEqual([problem]);
});

test.each(["a:", "::: x"])("%s can't be read, and is refused", (selector) => {
  expect(outside(`${selector} {}`)).toEqual([`"${selector}" can't be read`]);
});

test("a stylesheet that can't be read is refused, with the line", () => {
  expect(outside(".mfe-deals_a_1 {\n color: red")).toEqual(["line 1 can't be read: Unclosed block"]);
});
