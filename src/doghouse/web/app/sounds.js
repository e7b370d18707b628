// Short sounds, synthesized: nothing has to be loaded.
import { sound } from "./preferences.js";

/** @type {AudioContext|null} */
let context = null;

/**
 * @param {number} frequency
 * @param {number} delay in seconds
 * @param {number} duration in seconds
 * @param {number} gain
 * @param {OscillatorType} [type]
 */
function tone(frequency, delay, duration, gain, type = "sine") {
  if (!context) return;
  const at = context.currentTime + delay;
  const source = new OscillatorNode(context, { type, frequency });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(gain, at + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + duration);
  source.connect(volume).connect(context.destination);
  source.start(at);
  source.stop(at + duration);
}

const SOUNDS = {
  card: () => tone(320, 0, 0.09, 0.05, "triangle"),
  marble: () => [0, 0.07].forEach((at) => tone(190 + 60 * at, at, 0.08, 0.09, "triangle")),
  home: () => [420, 300, 210].forEach((pitch, at) => tone(pitch, at * 0.09, 0.14, 0.07, "triangle")),
  turn: () => [523, 659].forEach((pitch, at) => tone(pitch, at * 0.13, 0.3, 0.07)),
  won: () => [523, 659, 784, 1047].forEach((pitch, at) => tone(pitch, at * 0.15, 0.5, 0.07)),
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (!sound.value || !navigator.userActivation?.hasBeenActive) return;
  if (document.hidden && name !== "turn") return; // a turn is heard in the background too
  context ??= new AudioContext();
  if (context.state !== "running") context.resume().catch(() => {}); // browsers suspend it in the background
  SOUNDS[name]();
}
