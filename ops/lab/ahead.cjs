// Preloaded before a node: its clock is CLOCK_AHEAD_MS ahead.
const ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const Clock = globalThis.Date;
globalThis.Date = class extends Clock {
  constructor(...given) {
    if (given.length === 0) super(Clock.now() + ahead);
    else super(...given);
  }
  static now() {
    return Clock.now() + ahead;
  }
};
