// The clock comes in as an argument wherever time decides something, so that a test can turn it.

export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
