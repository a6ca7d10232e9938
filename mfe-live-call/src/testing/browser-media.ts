/** The browser's media, which jsdom lacks: microphones that can be refused, unplugged and recorded. */

class FakeTrack extends EventTarget {
  stopped = false;
  stop(): void {
    this.stopped = true;
  }
}

class FakeStream {
  readonly track = new FakeTrack();
  getTracks(): FakeTrack[] {
    return [this.track];
  }
}

class FakeRecorder {
  static all: FakeRecorder[] = [];
  static supported: readonly string[] = ["audio/webm;codecs=opus"];
  static refuses = false;
  static isTypeSupported(type: string): boolean {
    return FakeRecorder.supported.includes(type);
  }

  state: "inactive" | "recording" = "inactive";
  readonly mimeType: string;
  startedAt = Number.NaN;
  ondataavailable: ((event: { data: Blob }) => void) | null = null;
  onstop: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(
    readonly stream: FakeStream,
    options: { mimeType?: string } = {},
  ) {
    if (FakeRecorder.refuses) throw new DOMException("no", "NotSupportedError");
    this.mimeType = options.mimeType ?? "audio/mp4";
    FakeRecorder.all.push(this);
  }

  start(): void {
    this.state = "recording";
    this.startedAt = Date.now();
  }

  stop(): void {
    this.state = "inactive";
    const number = FakeRecorder.all.indexOf(this);
    queueMicrotask(() => {
      this.ondataavailable?.({ data: new Blob([`recording ${number}`], { type: this.mimeType }) });
      this.onstop?.();
    });
  }
}

export function installMedia() {
  const media = {
    streams: [] as FakeStream[],
    asked: [] as MediaStreamConstraints[],
    /** The error of `getUserMedia`; undefined while it works. */
    refusal: undefined as DOMException | undefined,
    recorders: FakeRecorder.all,
    support(types: readonly string[]): void {
      FakeRecorder.supported = types;
    },
    refuseRecording(refuses: boolean): void {
      FakeRecorder.refuses = refuses;
    },
    /** Disconnects the last opened microphone. */
    unplug(): void {
      media.streams.at(-1)?.track.dispatchEvent(new Event("ended"));
    },
    isReleased: (): boolean => media.streams.every(({ track }) => track.stopped),
    uninstall(): void {
      Reflect.deleteProperty(navigator, "mediaDevices");
      Reflect.deleteProperty(globalThis, "MediaRecorder");
    },
  };
  FakeRecorder.all.length = 0;
  FakeRecorder.supported = ["audio/webm;codecs=opus"];
  FakeRecorder.refuses = false;
  const mediaDevices = Object.assign(new EventTarget(), {
    async getUserMedia(constraints: MediaStreamConstraints) {
      media.asked.push(constraints);
      if (media.refusal !== undefined) throw media.refusal;
      const stream = new FakeStream();
      media.streams.push(stream);
      return stream;
    },
    async enumerateDevices() {
      return [
        { kind: "audioinput", deviceId: "default", label: "Default" },
        { kind: "audioinput", deviceId: "headset", label: "Headset" },
        { kind: "audiooutput", deviceId: "speaker", label: "Speaker" },
      ];
    },
  });
  Object.defineProperty(navigator, "mediaDevices", { value: mediaDevices, configurable: true });
  Object.assign(globalThis, { MediaRecorder: FakeRecorder });
  return media;
}
