const { TestEnvironment } = require("jest-environment-jsdom");

// Each query by role asks for the styles of all elements; computing their colours, which no test reads, was a tenth of the
// processor time of all screens' tests.
const styles = "jsdom/lib/jsdom/living/helpers/style-rules.js";
const { propertiesWithResolvedValueImplemented: computed } = require(
  require.resolve(styles, { paths: [require.resolve("jest-environment-jsdom")] }),
);
for (const name of Object.keys(computed)) if (name.endsWith("color")) delete computed[name];

/**
 * jsdom with what it lacks of browsers, for example fetch from Node.js. A test file may set the browser's time zone:
 * `@jest-environment-options {"timeZone": "Europe/Paris"}`.
 */
module.exports = class BrowserEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { timeZone } = config.projectConfig.testEnvironmentOptions;
    if (timeZone === undefined) return;
    // Set here, because a test's own `process.env` is a copy without effect on the clock.
    const before = process.env.TZ;
    process.env.TZ = timeZone;
    this.resetZone = () => {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    };
  }

  async teardown() {
    this.resetZone?.();
    await super.teardown();
  }

  async setup() {
    await super.setup();
    const { global } = this;
    // Relative addresses go to the test's server.
    global.fetch = (input, init) =>
      fetch(new URL(String(input), global.testApiOrigin ?? "http://127.0.0.1:9"), init);
    // The socket connects to the page's origin.
    global.openPageAt = (url) => this.dom.reconfigure({ url });
    Object.assign(global, {
      AbortController,
      AbortSignal,
      Headers,
      Request,
      Response,
      TextDecoder,
      TextEncoder,
      structuredClone,
    });
    global.ResizeObserver ??= class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    blurDisabledControls(global.Element.prototype);
    global.Element.prototype.scrollIntoView ??= () => {};
    global.Element.prototype.hasPointerCapture ??= () => false;
    global.matchMedia ??= () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
  }
};

/** A disabled control loses the focus at once, as in the strictest browsers. */
function blurDisabledControls(prototype) {
  const { setAttribute } = prototype;
  prototype.setAttribute = function (name, value) {
    // Before it is disabled, because jsdom does not blur a disabled control.
    if (name === "disabled" && this.ownerDocument.activeElement === this) this.blur();
    setAttribute.call(this, name, value);
  };
}
