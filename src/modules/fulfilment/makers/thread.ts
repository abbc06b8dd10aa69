// Worker thread of the makers' process. Loads the libraries of a maker when it is first used.
import { parentPort } from 'node:worker_threads';
import { parseFrames } from '#platform/logging/log.ts';
import { isRunFailure } from './maker.ts';
import { checkByPlugin, runPluginMaker } from './plugin-makers.ts';
import type { MakerResult, MakeTask, RunnerTask } from './work.ts';

async function perform(work: RunnerTask): Promise<MakerResult> {
  try {
    if (work.does === 'check') {
      const checked = await checkByPlugin(work.checker, work.text, work.brief);
      return { outcome: isRunFailure(checked) ? checked : { checked } };
    }
    if (work.does === 'kind') {
      const { runPluginKind } = await import('./plugin-kinds.ts');
      return { outcome: await runPluginKind(work) };
    }
    return { outcome: await make(work) };
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : 'something that is no error';
    return { outcome: { failed: 'broken', why: `It failed: ${name}.` }, frames: parseFrames(cause) };
  }
}

/** A piece without a report of its own is checked as the text of a person is. */
async function make({ module, maker, brief, settings, checker }: MakeTask): Promise<MakerResult['outcome']> {
  const made =
    module === undefined
      ? await (await import('./language-model.ts')).askModel(brief, settings)
      : await runPluginMaker(module, maker, brief, settings);
  if (isRunFailure(made)) return made;
  const report = made.report ?? (checker === undefined ? null : await checkByPlugin(checker, made.text, brief));
  return report && isRunFailure(report) ? report : { ...made, report };
}

parentPort?.on('message', (work: RunnerTask) => void perform(work).then((done) => parentPort?.postMessage(done)));
