module.exports = require("@souffleur/remote/jest");
