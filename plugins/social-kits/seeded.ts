// Seeded random numbers: the same piece gets the same draft again.

/** Whole numbers from 0 to `below` (exclusive). */
export type Dice = (limit: number) => number;

export function createDice(seed: string): Dice {
  let state = 2_166_136_261;
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 16_777_619);
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

export function shuffle<T>(items: readonly T[], dice: Dice): T[] {
  const all = [...items];
  for (let at = all.length - 1; at > 0; at--) {
    const swapWith = dice(at + 1);
    const [current, swapped] = [all[at], all[swapWith]];
    if (current !== undefined && swapped !== undefined) [all[at], all[swapWith]] = [swapped, current];
  }
  return all;
}
