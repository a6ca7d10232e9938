// Class names in tests are their own keys.
module.exports = new Proxy({}, { get: (_, key) => (key === "__esModule" ? false : String(key)) });
