/** Fakes of the browser's media, which jsdom lacks: microphones and shared sound that can be refused, ended and recorded. */

class FakeTrack extends EventTarget {
  stopped = false;
  muted = false;
  constructor(readonly deviceId = "default") {
    super();
  }
  getSettings() {
    return { deviceId: this.deviceId };
  }
  stop(): void {
    this.stopped = true;
  }
}

class FakeStream {
  constructor(
    readonly sound: readonly FakeTrack[] = [new FakeTrack()],
    readonly picture: readonly FakeTrack[] = [],
  ) {}
  get track(): FakeTrack {
    return this.getTracks()[0] as FakeTrack;
  }
  getTracks(): FakeTrack[] {
    return [...this.sound, ...this.picture];
  }
  getAudioTracks(): readonly FakeTrack[] {
    return this.sound;
  }
  getVideoTracks(): readonly FakeTrack[] {
    return this.picture;
  }
}

class FakeRecorder {
  static all: FakeRecorder[] = [];
  static supported: readonly string[] = ["audio/webm;codecs=opus"];
  static refuses = false;
  /** Types that are supported by what the browser says, and refused. */
  static refused: readonly string[] = [];
  /** What the recorder calls its recordings; undefined for the requested type. */
  static says: string | undefined;
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
    if (options.mimeType !== undefined && FakeRecorder.refused.includes(options.mimeType))
      throw new DOMException("no", "NotSupportedError");
    this.mimeType = FakeRecorder.says ?? options.mimeType ?? "audio/mp4";
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
  const devices = new Map([
    ["default", "Default"],
    ["headset", "Headset"],
  ]);
  const media = {
    streams: [] as FakeStream[],
    asked: [] as MediaStreamConstraints[],
    /** The shared sources. */
    shared: [] as FakeStream[],
    /** Whether the next shared source has no sound. */
    isSoundless: false,
    /** The error of `getUserMedia`; undefined while it works. */
    refusal: undefined as DOMException | undefined,
    recorders: FakeRecorder.all,
    support(types: readonly string[]): void {
      FakeRecorder.supported = types;
    },
    /** Refuses to record as these types, although they are supported. */
    refuseTypes(types: readonly string[]): void {
      FakeRecorder.refused = types;
    },
    /** Sets what recorders call their recordings. */
    callRecordings(type: string): void {
      FakeRecorder.says = type;
    },
    refuseRecording(refuses: boolean): void {
      FakeRecorder.refuses = refuses;
    },
    /** Ends the sharing as the browser's own bar does. */
    endSharing(): void {
      media.shared.at(-1)?.track.dispatchEvent(new Event("ended"));
    },
    mute(muted: boolean): void {
      const track = media.streams.at(-1)?.track;
      if (track !== undefined) track.muted = muted;
      track?.dispatchEvent(new Event(muted ? "mute" : "unmute"));
    },
    /** Disconnects the last opened microphone. */
    unplug(): void {
      const track = media.streams.at(-1)?.track;
      const { deviceId = "default" } = track?.getSettings() ?? {};
      if (deviceId !== "default") media.plug(deviceId, false);
      track?.dispatchEvent(new Event("ended"));
    },
    /** Connects or disconnects a device that is not recorded. */
    plug(deviceId: string, isThere = true): void {
      if (isThere) devices.set(deviceId, "Headset");
      else devices.delete(deviceId);
      mediaDevices.dispatchEvent(new Event("devicechange"));
    },
    isReleased: (): boolean =>
      [...media.streams, ...media.shared]
        .flatMap((stream) => stream.getTracks())
        .every(({ stopped }) => stopped),
    uninstall(): void {
      Reflect.deleteProperty(navigator, "mediaDevices");
      Reflect.deleteProperty(globalThis, "MediaRecorder");
      Reflect.deleteProperty(globalThis, "MediaStream");
    },
  };
  FakeRecorder.all.length = 0;
  FakeRecorder.supported = ["audio/webm;codecs=opus"];
  FakeRecorder.refuses = false;
  FakeRecorder.refused = [];
  FakeRecorder.says = undefined;
  const mediaDevices = Object.assign(new EventTarget(), {
    async getUserMedia(constraints: MediaStreamConstraints) {
      media.asked.push(constraints);
      if (media.refusal !== undefined) throw media.refusal;
      const { exact: wanted = "default" } =
        (constraints.audio as { deviceId?: { exact?: string } }).deviceId ?? {};
      if (!devices.has(wanted)) throw new DOMException("no such device", "OverconstrainedError");
      const stream = new FakeStream([new FakeTrack(wanted)]);
      media.streams.push(stream);
      return stream;
    },
    async getDisplayMedia() {
      if (media.refusal !== undefined) throw media.refusal;
      const stream = new FakeStream(media.isSoundless ? [] : [new FakeTrack()], [new FakeTrack()]);
      media.shared.push(stream);
      return stream;
    },
    async enumerateDevices() {
      const inputs = [...devices].map(([deviceId, label]) => ({ kind: "audioinput", deviceId, label }));
      return [...inputs, { kind: "audiooutput", deviceId: "speaker", label: "Speaker" }];
    },
  });
  Object.defineProperty(navigator, "mediaDevices", { value: mediaDevices, configurable: true });
  Object.assign(globalThis, { MediaRecorder: FakeRecorder, MediaStream: FakeStream });
  return media;
}
