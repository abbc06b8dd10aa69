// Time-ordered ids (UUID version 7): rows of a day are adjacent in every index, and newest first is id order.
// Clock and randomness are arguments.

const RANDOM_BYTES = 8;
/** How many ids of one millisecond can be ordered. */
const MAX_IN_A_MOMENT = 4_096;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** `place`: index among ids of the same millisecond. */
export function createTimeId(now: Date, random: Uint8Array, place = 0): string {
  if (random.length < RANDOM_BYTES || place >= MAX_IN_A_MOMENT) throw new RangeError('too few random bytes, or too many ids at once');
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.floor(now.getTime() / 2 ** 32));
  view.setUint32(2, now.getTime() % 2 ** 32);
  view.setUint16(6, 0x7000 | place);
  bytes.set(random.subarray(0, RANDOM_BYTES), 8);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  let id = '';
  for (const [at, byte] of bytes.entries()) id += at === 4 || at === 6 || at === 8 || at === 10 ? `-${HEX[byte]}` : HEX[byte];
  return id;
}

/** The time at which an id was made. */
export const getIdTime = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/** The smallest possible id of this time. */
export const getFirstIdAt = (at: Date): string => createTimeId(at, new Uint8Array(RANDOM_BYTES));
