const { defineShell } = require("../webpack.base.cjs");

module.exports = defineShell();
