const { defineRemote } = require("@souffleur/remote");

module.exports = defineRemote(__dirname);
