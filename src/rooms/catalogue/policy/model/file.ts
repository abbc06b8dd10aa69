// The model as a file: numbers in a fixed order, weights as bytes. Written by `npm run gate:train`, read once at the start.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, languages, WEIGHT_COUNT } from './features.ts';
import { KIND_WEIGHT_COUNT } from './kind.ts';
import type { Weights } from './score.ts';

export type Bars = {
  /** Above it a person reads the brief before work begins. */
  readonly review: Readonly<Record<Language, number>>;
  /** Above it the order is refused. */
  readonly refuse: Readonly<Record<Language, number>>;
};
export type Model = Weights & { readonly bars: Bars; readonly kindWeights: Float32Array };

export const modelPath = join(import.meta.dirname, 'gate-model.bin');
export const MAX_MODEL_BYTES = 200_000;

const VERSION = 1;
const HEADER_FLOATS = 1 + 3 * languages.length + 2;

export function encodeModel({ weights, bias, bars, kindWeights }: Model): Buffer {
  const [scale, kindScale] = [scaleOf(weights), scaleOf(kindWeights)];
  const perLanguage = [bias, bars.review, bars.refuse].flatMap((each) => languages.map((language) => each[language]));
  const header = Float32Array.from([VERSION, ...perLanguage, scale, kindScale]);
  const bytes = Buffer.alloc(HEADER_FLOATS * 4 + WEIGHT_COUNT + KIND_WEIGHT_COUNT);
  header.forEach((value, at) => {
    bytes.writeFloatLE(value, at * 4);
  });
  writeBytes(bytes, HEADER_FLOATS * 4, weights, scale);
  writeBytes(bytes, HEADER_FLOATS * 4 + WEIGHT_COUNT, kindWeights, kindScale);
  return bytes;
}

export function decodeModel(bytes: Buffer): Model {
  if (bytes.length !== HEADER_FLOATS * 4 + WEIGHT_COUNT + KIND_WEIGHT_COUNT || bytes.readFloatLE(0) !== VERSION)
    throw new Error('The gate model is of another version: run npm run gate:train.');
  const header = Array.from({ length: HEADER_FLOATS }, (_, at) => bytes.readFloatLE(at * 4));
  const perLanguage = (from: number) =>
    Object.fromEntries(languages.map((language, at) => [language, header[from + at]])) as Record<Language, number>;
  const [scale, kindScale] = header.slice(-2) as [number, number];
  return {
    bias: perLanguage(1),
    bars: { review: perLanguage(1 + languages.length), refuse: perLanguage(1 + 2 * languages.length) },
    weights: readBytes(bytes, HEADER_FLOATS * 4, WEIGHT_COUNT, scale),
    kindWeights: readBytes(bytes, HEADER_FLOATS * 4 + WEIGHT_COUNT, KIND_WEIGHT_COUNT, kindScale),
  };
}

export const readModel = async (): Promise<Model> => decodeModel(await readFile(modelPath));

/** One weight in a thousand is cut off, so that the others keep more of their differences. */
const KEPT_SHARE = 0.999;
const MAX_BYTE = 127;
function scaleOf(weights: Float32Array): number {
  const sizes = weights
    .filter((weight) => weight !== 0)
    .map(Math.abs)
    .sort();
  return (sizes[Math.floor(sizes.length * KEPT_SHARE)] ?? 1) / MAX_BYTE;
}

function writeBytes(bytes: Buffer, from: number, weights: Float32Array, scale: number): void {
  weights.forEach((weight, at) => {
    bytes.writeInt8(Math.max(-MAX_BYTE, Math.min(MAX_BYTE, Math.round(weight / scale))), from + at);
  });
}

const readBytes = (bytes: Buffer, from: number, length: number, scale: number): Float32Array =>
  Float32Array.from(new Int8Array(bytes.buffer, bytes.byteOffset + from, length), (byte) => byte * scale);
