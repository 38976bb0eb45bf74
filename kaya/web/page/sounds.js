// @ts-check
// Sounds, made and not recorded: a stone on wood, a refusal. Off until somebody wants them.

import { memory } from "./dom.js";

let context = null;

export function soundOn() {
  return memory("sound", false);
}

function knock(frequency, seconds, loudness) {
  context ??= new AudioContext();
  const length = Math.floor(context.sampleRate * seconds), buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 6;
  const source = context.createBufferSource(), filter = context.createBiquadFilter(), gain = context.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  gain.gain.value = loudness;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start();
}

export function sound(kind) {
  if (!soundOn()) return;
  if (kind === "move") knock(1800, 0.09, 1.4);
  else if (kind === "refused") knock(240, 0.16, 1.6);
  else if (kind === "end") { knock(700, 0.2, 1); setTimeout(() => knock(500, 0.25, 1), 160); }
}
