require("@testing-library/jest-dom");
const { configure } = require("@testing-library/dom");

// Real servers answer these screens: on a busy machine that takes longer than the default second. Only what never
// comes waits so long.
configure({ asyncUtilTimeout: 20_000 });
