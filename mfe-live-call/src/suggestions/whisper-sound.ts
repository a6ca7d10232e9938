const seconds = 0.25;
/** Quiet compared to a voice in the headset. */
const volume = 0.06;

/** Plays two quiet notes. A browser that does not allow sound yet stays silent. */
export function playWhisperSound(): void {
  try {
    const context = new AudioContext();
    const gain = context.createGain();
    gain.gain.setValueAtTime(volume, context.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.001, context.currentTime + seconds);
    gain.connect(context.destination);
    const tone = context.createOscillator();
    tone.frequency.setValueAtTime(660, context.currentTime);
    tone.frequency.setValueAtTime(880, context.currentTime + seconds / 2);
    tone.connect(gain);
    tone.start();
    tone.stop(context.currentTime + seconds);
    tone.onended = () => void context.close();
  } catch (error) {
    console.warn("The sound of a whisper could not be played", error);
  }
}
