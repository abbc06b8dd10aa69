// Whether this process may receive traffic: from its first calm moment after everything is open and warm
// until its stop begins. Later lag does not count: a node that left the balancer for it would push its load
// onto the others. Overload is answered per request (refuseUnderPressure).
import { setTimeout as pause } from 'node:timers/promises';

export type Phase = 'starting' | 'ready' | 'draining';

export type Readiness = {
  phase(): Phase;
  /** Everything is open and calm. Has no effect once the process drains. */
  markReady(): void;
  markDraining(): void;
};

export function createReadiness(): Readiness {
  let phase: Phase = 'starting';
  return {
    phase: () => phase,
    markReady() {
      if (phase === 'starting') phase = 'ready';
    },
    markDraining() {
      phase = 'draining';
    },
  };
}

const SAMPLE_MS = 100;
const MAX_LATE_MS = 100;
const CALM_SAMPLES = 2;
/** A machine that is always slow becomes ready after this time. */
const MAX_WAIT_MS = 30_000;

/**
 * Resolves when timers run on time: the code of a process that has just started is still being loaded and
 * compiled.
 */
export async function waitForIdleEventLoop(): Promise<void> {
  const startedAt = performance.now();
  for (let calm = 0; calm < CALM_SAMPLES && performance.now() - startedAt < MAX_WAIT_MS; ) {
    const from = performance.now();
    await pause(SAMPLE_MS);
    calm = performance.now() - from - SAMPLE_MS < MAX_LATE_MS ? calm + 1 : 0;
  }
}
