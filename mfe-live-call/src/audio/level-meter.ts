export interface LevelMeter {
  /** The current level, from 0 (silence, -60 dB) to 1; undefined while the browser does not measure. */
  read: () => number | undefined;
  close: () => void;
}

/** Linear in decibels, with 60 dB from silence to full scale: equal steps on the meter are equal steps in loudness. */
export function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const rms = Math.sqrt(sum / Math.max(1, samples.length));
  if (rms === 0) return 0;
  return Math.min(1, Math.max(0, 1 + (20 * Math.log10(rms)) / 60));
}

/**
 * Measures a stream; undefined where the browser can't. The meter is an ornament: a browser without an `AudioContext`, that
 * allows no more of them, or that keeps it suspended, records all the same.
 */
export function openLevelMeter(stream: MediaStream): LevelMeter | undefined {
  if (typeof AudioContext === "undefined") return undefined;
  let context: AudioContext | undefined;
  try {
    context = new AudioContext();
    return measure(context, stream);
  } catch (error) {
    console.warn("The microphone's level can't be shown", error);
    if (context !== undefined) close(context);
    return undefined;
  }
}

function measure(context: AudioContext, stream: MediaStream): LevelMeter {
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  // Firefox refuses a stream whose sample rate differs from the context's.
  const source = context.createMediaStreamSource(stream);
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    read() {
      if (context.state !== "running") return undefined;
      analyser.getFloatTimeDomainData(samples);
      return levelOf(samples);
    },
    close() {
      source.disconnect();
      close(context);
    },
  };
}

/** A context that was closed before refuses to close. */
function close(context: AudioContext): void {
  Promise.resolve(context.close()).catch(() => {});
}
