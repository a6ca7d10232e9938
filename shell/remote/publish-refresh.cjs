// The refresh plugin hooks this instance into React before React starts; a second one in a remote would receive nothing.
globalThis.souffleurRefreshRuntime = require("react-refresh/runtime");
