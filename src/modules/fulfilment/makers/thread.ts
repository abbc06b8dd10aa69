// Worker thread of the makers' process. Loads the libraries of a maker when it is first used.
import { parentPort } from 'node:worker_threads';
import { framesOf } from '#platform/logging/log.ts';
import type { Maker } from './maker.ts';
import type { MakerResult, RunnerTask } from './work.ts';

const loaders: Readonly<Partial<Record<string, () => Promise<Maker>>>> = {
  'text-checker': async () => (await import('./text-checker.ts')).checkContent,
  'language-model': async () => (await import('./language-model.ts')).askModel,
};

async function perform(work: RunnerTask): Promise<MakerResult> {
  try {
    if (work.does === 'check') {
      const { checkDelivery } = await import('../checks/check-delivery.ts');
      return { outcome: { checked: await checkDelivery(work.text, work.brief) } };
    }
    if (work.does === 'kind') {
      const { runPluginKind } = await import('./plugin-kinds.ts');
      return { outcome: await runPluginKind(work) };
    }
    if (work.module !== undefined) {
      const { runPluginMaker } = await import('./plugin-makers.ts');
      return { outcome: await runPluginMaker(work.module, work.maker, work.brief) };
    }
    const make = await loaders[work.maker]?.();
    return { outcome: make ? await make(work.brief, work.settings) : { failed: 'broken', why: `There is no maker ${work.maker}.` } };
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : 'something that is no error';
    return { outcome: { failed: 'broken', why: `It failed: ${name}.` }, frames: framesOf(cause) };
  }
}

parentPort?.on('message', (work: RunnerTask) => void perform(work).then((done) => parentPort?.postMessage(done)));
