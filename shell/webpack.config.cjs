const { defineShell } = require("./build/presets.cjs");

module.exports = defineShell();
