require("@testing-library/jest-dom");
const { configure } = require("@testing-library/dom");

// Real servers answer these screens, which may take longer than the default second on a busy machine.
configure({ asyncUtilTimeout: 20_000 });
