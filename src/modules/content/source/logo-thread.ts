// Worker thread: turns an owner's logo into a file that browsers can be given. An SVG is drawn anew by resvg,
// which keeps shapes and colours only: scripts, links, styles and references are gone. A PNG is decoded and
// encoded again, which removes its metadata.
import UPNG from 'upng-js';
import { PNG_PREFIX } from '#lib/look/look.ts';
import { Resvg } from '#platform/threads/resvg.ts';
import type { CleanedLogo, LogoError } from './logo.ts';

const MAX_PIXELS = 2_000;
const MIN_PIXELS = 16;
/** Width by height. A wider logo would be too low to read in the header of a phone. */
const MAX_ASPECT_RATIO = 8;
const MIN_ASPECT_RATIO = 0.4;
/** Colours of a PNG; more make the file larger than a header deserves. */
const PALETTE_COLOURS = 256;
const PNG_SIGNATURE = '89504e470d0a1a0a';

export const work = (text: string): CleanedLogo | LogoError => (text.startsWith(PNG_PREFIX) ? cleanPng(text) : cleanSvg(text));

function cleanSvg(text: string): CleanedLogo | LogoError {
  // Without fonts, text would disappear without a word.
  if (/<(?:\w+:)?text[\s>]/i.test(text)) return { code: 'has-text' };
  if (/<(?:\w+:)?image[\s>]/i.test(text)) return { code: 'has-picture' };
  let parsed: InstanceType<typeof Resvg>;
  try {
    parsed = new Resvg(text, { font: { loadSystemFonts: false } });
  } catch {
    return { code: 'no-svg' };
  }
  try {
    const { width, height } = parsed;
    const drawn = parsed.toString();
    if (!/<path[\s>]/.test(drawn)) return { code: 'empty' };
    return findSizeError(width, height) ?? { text: drawn, width, height };
  } finally {
    parsed.free();
  }
}

function cleanPng(text: string): CleanedLogo | LogoError {
  const bytes = Buffer.from(text.slice(PNG_PREFIX.length), 'base64');
  if (bytes.subarray(0, 8).toString('hex') !== PNG_SIGNATURE) return { code: 'no-png' };
  // Width and height are first in the file, so that a small file that claims a huge picture is not decoded.
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const error = width > MAX_PIXELS || height > MAX_PIXELS ? tooLarge : findSizeError(width, height);
  if (error) return error;
  try {
    const image = UPNG.decode(Uint8Array.from(bytes).buffer);
    const [frame] = UPNG.toRGBA8(image);
    if (!frame) return { code: 'empty' };
    const encoded = Buffer.from(UPNG.encode([frame], width, height, PALETTE_COLOURS));
    return { text: PNG_PREFIX + encoded.toString('base64'), width, height };
  } catch {
    return { code: 'no-png' };
  }
}

const tooLarge: LogoError = { code: 'too-many-pixels', values: { most: MAX_PIXELS } };

function findSizeError(width: number, height: number): LogoError | undefined {
  if (Math.min(width, height) < MIN_PIXELS) return { code: 'too-few-pixels', values: { least: MIN_PIXELS } };
  if (width / height > MAX_ASPECT_RATIO) return { code: 'too-wide', values: { most: MAX_ASPECT_RATIO } };
  if (width / height < MIN_ASPECT_RATIO) return { code: 'too-narrow' };
  return undefined;
}
