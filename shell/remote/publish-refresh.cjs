// The refresh plugin hooks this instance into React; a second one in a remote would have no effect.
globalThis.souffleurRefreshRuntime = require("react-refresh/runtime");
