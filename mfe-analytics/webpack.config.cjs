const { defineRemote } = require("../webpack.base.cjs");

module.exports = defineRemote("mfe-analytics");
