import { levelOf, openLevelMeter } from "./level-meter.ts";

const tone = (amplitude: number) => new Float32Array(1024).fill(amplitude);

test.each([
  [0, 0],
  [0.0001, 0],
  [0.001, 0],
  [0.0316, 0.5],
  [1, 1],
  [4, 1],
])("shows a sound of amplitude %d as %d", (amplitude, level) => {
  expect(levelOf(tone(amplitude))).toBeCloseTo(level, 2);
});

test("shows an empty buffer as silence", () => {
  expect(levelOf(new Float32Array())).toBe(0);
});

describe("a browser's AudioContext", () => {
  const stream = {} as MediaStream;
  const warned = jest.spyOn(console, "warn").mockImplementation(() => {});
  afterEach(() => Reflect.deleteProperty(globalThis, "AudioContext"));
  afterAll(() => warned.mockRestore());

  /** Installs a context whose methods may fail. */
  function install(differences: Record<string, unknown> = {}) {
    const context = {
      state: "running",
      createAnalyser: () => ({ getFloatTimeDomainData: (samples: Float32Array) => samples.fill(1) }),
      createMediaStreamSource: () => ({ connect() {}, disconnect() {} }),
      close: async () => {},
      ...differences,
    };
    Object.assign(globalThis, { AudioContext: jest.fn(() => context) });
    return context;
  }

  const fail = () => {
    throw new DOMException("no", "NotSupportedError");
  };

  test("that is missing or refuses to be made leaves the call without a meter", () => {
    expect(openLevelMeter(stream)).toBeUndefined();
    Object.assign(globalThis, { AudioContext: fail });
    expect(openLevelMeter(stream)).toBeUndefined();
  });

  test.each([["createAnalyser"], ["createMediaStreamSource"]])("that can't %s is closed", (name) => {
    const close = jest.fn(() => Promise.reject(new Error("closed before")));
    install({ [name]: fail, close });
    expect(openLevelMeter(stream)).toBeUndefined();
    expect(close).toHaveBeenCalledTimes(1);
  });

  test("that is suspended or interrupted measures nothing, rather than silence", () => {
    const context = install({ state: "suspended" });
    const meter = openLevelMeter(stream);
    expect(meter?.read()).toBeUndefined();
    context.state = "running";
    expect(meter?.read()).toBe(1);
    context.state = "interrupted";
    expect(meter?.read()).toBeUndefined();
    meter?.close();
  });
});
