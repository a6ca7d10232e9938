const { TestEnvironment } = require("jest-environment-jsdom");

/**
 * jsdom with what browsers have and it lacks: fetch and its company, from Node. A test file may name the zone that the
 * browser is in: `@jest-environment-options {"timeZone": "Europe/Paris"}`.
 */
module.exports = class BrowserEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { timeZone } = config.projectConfig.testEnvironmentOptions;
    if (timeZone === undefined) return;
    // Out here: a test's own `process.env` is a copy, which moves no clock.
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
    // A page's relative addresses go to the server that the test started.
    global.fetch = (input, init) =>
      fetch(new URL(String(input), global.testApiOrigin ?? "http://127.0.0.1:9"), init);
    // The socket opens where the page is from.
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
    blurWhatIsDisabled(global.Element.prototype);
    global.Element.prototype.scrollIntoView ??= () => {};
    global.Element.prototype.hasPointerCapture ??= () => false;
    global.matchMedia ??= () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
  }
};

/** As the strictest browsers do: what is disabled loses the focus in that moment, not with the next frame. */
function blurWhatIsDisabled(prototype) {
  const { setAttribute } = prototype;
  prototype.setAttribute = function (name, value) {
    // Before: jsdom has nothing to blur in a control that is disabled.
    if (name === "disabled" && this.ownerDocument.activeElement === this) this.blur();
    setAttribute.call(this, name, value);
  };
}
