// Runs makers and checks texts. Does not use the database; the caller has stored the brief.

import type { Catalogue } from '#modules/catalogue/rules.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { CheckReport } from '../shapes-report.ts';
import type { MakerSettings, ProductionBrief, RunFailure, RunOutcome } from './maker.ts';
import { findMaker, type MakerPlugin } from './plugin-makers.ts';
import { openRunner, type RunnerLimits } from './run.ts';
import { type MakerLimits, type MakerRow, makers } from './table.ts';

/** `delivers`: the result is delivered without a person; otherwise it is a draft. */
export type MakerFor = { readonly name: string; readonly delivers: boolean; readonly limits: MakerLimits };

/** `accountId`: the customer, for fair scheduling between accounts. */
type For = { readonly accountId: string; readonly signal?: AbortSignal };

const checkLimits: MakerLimits = { seconds: 30, mebibytes: 700 };

/**
 * `brand`: for printed reports; `plugins`: their makers; `checker`: see `MakeTask`. The others are for tests.
 */
export type MakersMore = Partial<RunnerLimits> & {
  readonly brand?: () => Omit<MakerSettings, 'model'>;
  readonly plugins?: readonly MakerPlugin[];
  readonly checker?: string | undefined;
};
export type MakersOptions = Pick<AppContext, 'config' | 'log'> & {
  readonly catalogue: { current(): Pick<Catalogue, 'offers' | 'services'> };
};

export type MakersModule = ReturnType<typeof openMakers>;

export function openMakers(
  { config, log, catalogue }: MakersOptions,
  { brand = () => ({ shopName: '' }), plugins = [], checker, ...more }: MakersMore = {},
) {
  const settings = (): MakerSettings => ({ model: config.model, ...brand() });
  const runner = openRunner({ log }, { folders: plugins.map(({ folder }) => folder), ...more });
  const findRow = (name: string): MakerRow | MakerPlugin | undefined =>
    Object.hasOwn(makers, name) ? makers[name] : findMaker(plugins, name);

  return {
    /** Undefined: made by a person. */
    makerFor(offerId: string): MakerFor | undefined {
      const { offers, services } = catalogue.current();
      const offer = offers.find(({ id }) => id === offerId);
      const name = services.find(({ type }) => type === offer?.serviceType)?.production.maker;
      const row = name && findRow(name);
      if (!offer || !row || (name === 'language-model' && !config.model)) return undefined;
      return { name, delivers: offer.isInstant, limits: row.limits };
    },

    /** Never throws; failures are part of the result. */
    async make(name: string, brief: ProductionBrief, { accountId, signal }: For): Promise<RunOutcome> {
      const row = findRow(name);
      if (!row) return { failed: 'broken', why: `There is no maker ${name}.` };
      const { limits, asksOut } = row;
      // The model's API key is passed only to the process that calls the model.
      const makerSettings = asksOut ? settings() : { ...settings(), model: undefined };
      const outcome = await runner.run(
        { does: 'make', maker: name, ...('module' in row ? { module: row.module } : {}), checker, brief, settings: makerSettings },
        { accountId, limits, asksOut, signal },
      );
      return 'checked' in outcome || 'found' in outcome ? { failed: 'broken', why: 'It answered something else.' } : outcome;
    },

    /** Undefined if no plugin checks texts. */
    check:
      checker === undefined
        ? undefined
        : async (text: string, brief: ProductionBrief, { accountId, signal }: For): Promise<CheckReport | RunFailure> => {
            const outcome = await runner.run({ does: 'check', checker, text, brief }, { accountId, limits: checkLimits, signal });
            if ('checked' in outcome) return outcome.checked;
            return 'failed' in outcome ? outcome : { failed: 'broken', why: 'It answered something else.' };
          },

    stop: runner.stop,
    processId: runner.processId,
  };
}
