// The door to the makers: who makes what, the making, and the check of a text. Nothing here knows a database; whoever asks keeps the brief, so that it is never lost.
import type { AppContext } from '../../../infra/app-context.ts';
import type { CheckedBrief } from '../checks/check-delivery.ts';
import type { CheckReport } from '../shapes-report.ts';
import type { Brief, Failure, MakerSettings, Outcome } from './maker.ts';
import { openRunner, type RunnerLimits } from './run.ts';
import { type MakerLimits, type MakerName, makerNameFor, makers } from './table.ts';

/** What the desk and the jobs may know of a maker. `delivers`: what it made goes out as it is; otherwise it is a draft. */
export type MakerFor = { readonly name: MakerName; readonly delivers: boolean; readonly limits: MakerLimits };

/** `accountId`: of the customer. Accounts have their turns. */
type For = { readonly accountId: string; readonly signal?: AbortSignal };

const checkLimits: MakerLimits = { seconds: 30, mebibytes: 700 };

/** `shopName`: at the foot of a printed report. The rest is for tests. */
export type MakersMore = Partial<RunnerLimits> & { readonly shopName?: string };

export type Makers = ReturnType<typeof openMakers>;

export function openMakers({ config, log }: Pick<AppContext, 'config' | 'log'>, { shopName = '', ...more }: MakersMore = {}) {
  const settings: MakerSettings = { model: config.model, shopName };
  const runner = openRunner({ log }, more);

  return {
    /** Undefined: a person makes it. */
    makerFor(serviceType: number, offerId: string): MakerFor | undefined {
      const name = makerNameFor(serviceType, offerId);
      if (!name || (name === 'language-model' && !settings.model)) return undefined;
      return { name, delivers: makers[name].delivers, limits: makers[name].limits };
    },

    /** Never throws: what went wrong is in the answer. */
    async make(name: MakerName, brief: Brief, { accountId, signal }: For): Promise<Outcome> {
      const { limits, asksOut } = makers[name];
      // The key of a model goes to the process that asks it, and to no other.
      const its = asksOut ? settings : { ...settings, model: undefined };
      const outcome = await runner.run({ does: 'make', maker: name, brief, settings: its }, { accountId, limits, asksOut, signal });
      return 'checked' in outcome ? { failed: 'broken', why: 'It answered something else.' } : outcome;
    },

    async check(text: string, brief: CheckedBrief, { accountId, signal }: For): Promise<CheckReport | Failure> {
      const outcome = await runner.run({ does: 'check', text, brief }, { accountId, limits: checkLimits, signal });
      if ('checked' in outcome) return outcome.checked;
      return 'failed' in outcome ? outcome : { failed: 'broken', why: 'It answered something else.' };
    },

    stop: runner.stop,
    processId: runner.processId,
  };
}
