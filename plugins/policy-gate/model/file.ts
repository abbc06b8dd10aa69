// The model's binary file: quantized, strongest weights only. Written by `npm run fanfare -- gate-train`,
// read at start-up.
import { readFile } from 'node:fs/promises';
import { codeFile } from 'fanfare/plugin';
import { type Language, languages, WEIGHT_COUNT } from './features.ts';
import { KIND_WEIGHT_COUNT } from './kind.ts';
import type { Pair, StoredWeights, Weights } from './score.ts';
import type { Trained } from './train.ts';

export type Bars = {
  /** Above this score a person reviews the brief before work starts. */
  readonly review: Readonly<Record<Language, number>>;
  /** Above this score the order is refused. */
  readonly refuse: Readonly<Record<Language, number>>;
};
type OfModel = { readonly bars: Bars; readonly kindWeights: Float32Array };
export type Model = Pair<StoredWeights> & OfModel;

export const modelPath = codeFile('plugins/policy-gate/model/gate-model.bin');
export const MAX_MODEL_BYTES = 200_000;

const VERSION = 2;
const HEADER_FLOATS = 1 + 4 * languages.length + 3;
const HEADER_BYTES = HEADER_FLOATS * 4;
/** Stored weights of each of the two models. A weight takes two bytes, seldom three. */
const MAX_STORED_WEIGHTS = 44_500;

/**
 * Only the strongest weights. A weight learned from many briefs counts for more than one learned from a
 * single brief.
 */
export function selectStrongest({ weights, bias, seen: featureCounts }: Trained): Weights {
  const importances = weights.map((weight, at) => Math.abs(weight) * Math.sqrt(featureCounts[at] as number));
  const minImportance = importances.toSorted()[Math.max(0, importances.length - MAX_STORED_WEIGHTS)] ?? 0;
  return { weights: weights.map((weight, at) => ((importances[at] as number) >= minImportance ? weight : 0)), bias };
}

export function encodeModel({ windows, wholeText, bars, kindWeights }: Pair & OfModel): Buffer {
  const scales = [windows.weights, wholeText.weights, kindWeights].map(getScale) as [number, number, number];
  const perLanguage = [windows.bias, wholeText.bias, bars.review, bars.refuse].flatMap((each) =>
    languages.map((language) => each[language]),
  );
  const header = Buffer.alloc(HEADER_BYTES);
  [VERSION, ...perLanguage, ...scales].forEach((value, at) => {
    header.writeFloatLE(value, at * 4);
  });
  const kinds = Buffer.from(Int8Array.from(kindWeights, (weight) => toByte(weight, scales[2])).buffer);
  return Buffer.concat([header, kinds, encodeSparse(windows.weights, scales[0]), encodeSparse(wholeText.weights, scales[1])]);
}

function decodeModel(bytes: Buffer): Model {
  if (bytes.length < HEADER_BYTES + KIND_WEIGHT_COUNT || bytes.readFloatLE(0) !== VERSION)
    throw new Error('The gate model is of another version: run npm run fanfare -- gate-train.');
  const header = Array.from({ length: HEADER_FLOATS }, (_, at) => bytes.readFloatLE(at * 4));
  const perLanguage = (row: number) =>
    Object.fromEntries(languages.map((language, at) => [language, header[1 + row * languages.length + at]])) as Record<Language, number>;
  const scales = header.slice(-3) as [number, number, number];
  const kinds = new Int8Array(bytes.buffer, bytes.byteOffset + HEADER_BYTES, KIND_WEIGHT_COUNT);
  const windows = readSparse(bytes, HEADER_BYTES + KIND_WEIGHT_COUNT, scales[0]);
  const wholeText = readSparse(bytes, windows.end, scales[1]);
  return {
    windows: { ...windows.stored, bias: perLanguage(0) },
    wholeText: { ...wholeText.stored, bias: perLanguage(1) },
    bars: { review: perLanguage(2), refuse: perLanguage(3) },
    kindWeights: Float32Array.from(kinds, (byte) => byte * scales[2]),
  };
}

export const readModel = async (): Promise<Model> => decodeModel(await readFile(modelPath));

/** The largest 0.1% of the weights are clamped, so that the others are quantized in finer steps. */
const KEPT_SHARE = 0.999;
const MAX_BYTE = 127;
function getScale(weights: Float32Array): number {
  const sizes = weights
    .filter((weight) => weight !== 0)
    .map(Math.abs)
    .sort();
  return (sizes[Math.floor(sizes.length * KEPT_SHARE)] ?? 1) / MAX_BYTE;
}

const toByte = (weight: number, scale: number): number => Math.max(-MAX_BYTE, Math.min(MAX_BYTE, Math.round(weight / scale)));

const BYTES = { length: 256 };
const STEP_BITS = 7;
const MORE = 1 << STEP_BITS;
/**
 * Each weight that is not 0: its distance from the previous one as a varint of seven bits a byte, then its
 * value. A distance of 0 ends the list.
 */
function encodeSparse(weights: Float32Array, scale: number): Buffer {
  const bytes: number[] = [];
  let last = -1;
  weights.forEach((weight, at) => {
    const byte = toByte(weight, scale);
    if (byte === 0) return;
    let gap = at - last;
    for (; gap >= MORE; gap >>>= STEP_BITS) bytes.push((gap & (MORE - 1)) | MORE);
    bytes.push(gap, byte & 0xff);
    last = at;
  });
  return Buffer.from([...bytes, 0]);
}

/** A million weights stay bytes in memory, because most of them are 0. */
function readSparse(bytes: Buffer, from: number, scale: number): { stored: Omit<StoredWeights, 'bias'>; end: number } {
  const stored = { bytes: new Uint8Array(WEIGHT_COUNT), values: Float32Array.from(BYTES, (_, byte) => ((byte << 24) >> 24) * scale) };
  let index = -1;
  for (let at = from; ; ) {
    let gap = 0;
    let shift = 0;
    for (; (bytes.readUInt8(at) & MORE) !== 0; shift += STEP_BITS) gap |= (bytes.readUInt8(at++) & (MORE - 1)) << shift;
    gap |= bytes.readUInt8(at++) << shift;
    if (gap === 0) return { stored, end: at };
    index += gap;
    stored.bytes[index] = bytes.readUInt8(at++);
  }
}
