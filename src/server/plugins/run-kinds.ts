// Runs the checks of plugins' kinds in a process of their own, so that neither a maker at work nor a kind
// that hangs keeps a customer waiting for long. What fails is answered as such: a person looks then.

import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  BRIEF_CHECK_SECONDS,
  type BriefFinding,
  DELIVERY_CHECK_SECONDS,
  type DeliveryFinding,
  type KindFindings,
  type PluginKind,
} from '#modules/catalogue/kinds/shapes.ts';
import { openRunner, type Runner } from '#modules/fulfilment/makers/run.ts';
import type { KindTask } from '#modules/fulfilment/makers/work.ts';
import type { AppContext } from '#platform/app-context.ts';
import { setBounded } from '#platform/set-bounded.ts';
import type { LoadedPlugin } from './read-plugins.ts';

/** The libraries of a check need less than those of a maker. */
const MEBIBYTES = 500;
const MAX_WAITING = 20;
/** A busy machine may take long to start a process, which is not the plugin's fault. */
const START_SECONDS = 30;
/**
 * After a time-out the briefs of a kind go to a person for a while, so that customers do not wait for it
 * again and again.
 */
const PAUSE_MS = 60_000;
/** A cart is priced at each change, mostly with the same briefs. */
const MAX_KNOWN = 500;

export type PluginKinds = { readonly kinds: readonly PluginKind[]; stop(): void };

/** `briefSeconds`: for tests. */
export function openPluginKinds(
  { log }: Pick<AppContext, 'log'>,
  plugins: readonly LoadedPlugin[],
  { briefSeconds = BRIEF_CHECK_SECONDS } = {},
): PluginKinds {
  const folders = plugins.map(({ folder }) => folder);
  const runner = openRunner({ log }, { folders, mostWaiting: MAX_WAITING, heapMebibytes: MEBIBYTES / 2, warmMebibytes: MEBIBYTES });
  const kinds = plugins.flatMap(({ plugin, file }) =>
    Object.entries(plugin.serviceKinds ?? {}).map(([kind, { checkBrief, checkDelivery, ...words }]): PluginKind => {
      const own = { does: 'kind', module: pathToFileURL(file).href, kind: `${plugin.name}:${kind}` } as const;
      const askBrief = openAsk<BriefFinding>(runner, briefSeconds);
      const askDelivery = openAsk<DeliveryFinding>(runner, DELIVERY_CHECK_SECONDS);
      return {
        ...words,
        name: own.kind,
        checkBrief: checkBrief && withMemory((brief, accountId) => askBrief({ ...own, reads: 'brief', brief }, accountId)),
        checkDelivery: checkDelivery && ((delivery, accountId) => askDelivery({ ...own, reads: 'delivery', delivery }, accountId)),
      };
    }),
  );
  return { kinds, stop: runner.stop };
}

/** Never throws. Answers in twice the time at most once the process runs, also if others wait before. */
function openAsk<Finding>(runner: Runner, seconds: number) {
  let pausedUntil = 0;
  return async (task: KindTask, accountId: string): Promise<KindFindings<Finding>> => {
    if (performance.now() < pausedUntil) return { findings: [], failed: 'it took too long a moment ago' };
    const { module, kind } = task;
    const start = { does: 'kind', module, kind, reads: 'nothing' } as const;
    if (runner.processId() === undefined) await runner.run(start, { accountId, limits: { seconds: START_SECONDS, mebibytes: MEBIBYTES } });
    const signal = AbortSignal.timeout(seconds * 2_000);
    const outcome = await Promise.race([
      runner.run(task, { accountId, limits: { seconds, mebibytes: MEBIBYTES }, signal }),
      pause(seconds * 2_000, { failed: 'busy', why: 'Too many checks wait.' } as const, { ref: false }),
    ]);
    if ('found' in outcome) return { findings: outcome.found as readonly Finding[] };
    if (!('failed' in outcome)) return { findings: [], failed: 'it answered something else' };
    if (outcome.failed === 'late') pausedUntil = performance.now() + PAUSE_MS;
    return { findings: [], failed: reasons[outcome.failed] ?? `it failed (${outcome.why.replace(/\.$/, '')})` };
  };
}

const reasons: Readonly<Partial<Record<string, string>>> = {
  late: 'it took too long',
  memory: 'it needed too much memory',
  busy: 'too many checks wait',
  stopped: 'the shop was stopping',
};

type Ask<Input, Finding> = (input: Input, accountId: string) => Promise<KindFindings<Finding>>;

/** Failures are asked again. */
function withMemory<Input, Finding>(ask: Ask<Input, Finding>): Ask<Input, Finding> {
  const known = new Map<string, KindFindings<Finding>>();
  return async (input, accountId) => {
    const key = createHash('sha256').update(JSON.stringify(input)).digest('base64');
    const before = known.get(key);
    if (before) return before;
    const found = await ask(input, accountId);
    if (found.failed !== undefined) return found;
    setBounded(known, key, found, MAX_KNOWN);
    return found;
  };
}
