// Rejects early while the event loop lags: what few customers ask for is still answered, though late.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { UserError } from '#lib/user-error.ts';
import { isHealthPath } from './health.ts';

/** Ten times what a request needs: beyond it, rejecting early serves more clients than queueing all. */
const MAX_LATE_MS = 400;
const SAMPLE_MS = 250;
const RESOLUTION_MS = 10;
const RETRY_SECONDS = 2;
/**
 * Between two samples. At 40 ms each they are answered within RETRY_SECONDS: sooner than a client could
 * repeat them.
 */
const MAX_SERVED = 50;

/**
 * Late twice in a row. A single long turn, such as a pause of the machine or code that is compiled, is over
 * when it is noticed: what has waited since is answered faster than a client can repeat it.
 */
export function createOverloadDetector(): (lateMs: number) => boolean {
  let wasLate = false;
  return (lateMs) => {
    const isLate = lateMs > MAX_LATE_MS;
    const isOverload = isLate && wasLate;
    wasLate = isLate;
    return isOverload;
  };
}

/** Health checks are exempt, and so are files in memory, which cost less than a rejection. */
export function refuseUnderPressure(app: FastifyInstance): void {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const isLateAgain = createOverloadDetector();
  let isLate = false;
  let served = 0;
  delays.enable();
  const timer = setInterval(() => {
    // Without a single measurement, the loop was late all the time.
    isLate = isLateAgain(delays.count === 0 ? Number.POSITIVE_INFINITY : delays.mean / 1e6 - RESOLUTION_MS);
    delays.reset();
    served = 0;
  }, SAMPLE_MS);
  timer.unref();
  app.addHook('onClose', () => {
    clearInterval(timer);
    delays.disable();
  });
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isLate || isHealthPath(request.url) || /^\/assets\//i.test(request.url)) return done();
    done(++served > MAX_SERVED ? new UserError(503, {}, RETRY_SECONDS) : undefined);
  });
}
