const { defineRemote } = require("../webpack.base.cjs");

module.exports = defineRemote("mfe-admin");
