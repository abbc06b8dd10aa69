// Preloaded into a shop: sets the clock of its machine ahead by SHIFT_MINUTES, or back.
const shiftMs = Number(process.env.SHIFT_MINUTES) * 60_000;
const Unshifted = Date;

globalThis.Date = class extends Unshifted {
  constructor(...given: []) {
    if (given.length === 0) super(Unshifted.now() + shiftMs);
    else super(...given);
  }
  static override now(): number {
    return Unshifted.now() + shiftMs;
  }
} as DateConstructor;
