// The clock. Code that depends on time gets it as an argument, so that tests can set it.

export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
