const { defineRemote } = require("../shell/build/presets.cjs");

module.exports = defineRemote("mfe-analytics");
