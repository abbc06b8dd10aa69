// The steps of the set-up: to the first own service sold, and then to an open shop. It reads what is there at
// each call and stores only its dismissal.

import { BRAND_FILE } from '#lib/rendering.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { editSpreadsheet, ownAndSampleServices } from '#modules/catalogue/actions.ts';
import { type TextDeps, withNewest } from '#modules/content/actions.ts';
import { actor, listOperators, lockActiveSession, type OperatorSession, writeAudit } from '#modules/staff/actions.ts';
import { versionsOf } from '#modules/texts/actions.ts';
import { transaction } from '#platform/database/database.ts';
import { readSetUpChecklist } from './checklist.ts';
import type { SetUp } from './checks.ts';
import { type GuideFacts, guideRows } from './guide-steps.ts';
import { furthestOrder, putSetUp, setUpRows } from './queries.ts';
import { type Guide, type GuideStep, guideStepNames } from './shapes.ts';

const messages = {
  noOwn: /*i18n*/ { id: 'desk.guide.noOwn', message: 'First publish a service of your own: a shop must sell something.' },
} as const satisfies Record<string, Message>;

/** The row of desk_setup_step with the dismissal. */
const GUIDE = 'guide';

export async function readGuide(setUp: SetUp): Promise<Guide> {
  const { orm } = setUp.ctx.db;
  const rows = await setUpRows(orm);
  const isDismissed = (rows.find(({ step }) => step === GUIDE)?.found as { isDismissed?: boolean } | undefined)?.isDismissed === true;
  const facts = await factsOf(setUp);
  const steps = guideStepNames.map((step): GuideStep => {
    const { find, isOptional = false, ...row } = guideRows[step];
    const { step: _, ...check } = facts.checks.find((each) => each.step === step) ?? { step: null };
    return { step, ...row, isOptional, lines: [], action: null, check: 'act' in check ? check : null, ...find(facts) };
  });
  return { steps, isDismissed, banner: isDismissed ? null : bannerOf(steps) };
}

const MOST_SERVICES = 50;

async function factsOf(setUp: SetUp): Promise<GuideFacts> {
  const { ctx, shop, payments, catalogue, connections } = setUp;
  const { orm } = ctx.db;
  const { own, samples } = await ownAndSampleServices(orm);
  const [checks, brandVersions, homeVersions, order, team] = await Promise.all([
    readSetUpChecklist(setUp),
    versionsOf(orm, 'brand', BRAND_FILE),
    versionsOf(orm, 'content', 'home.yaml'),
    furthestOrder(
      orm,
      own.slice(-MOST_SERVICES).map(({ number }) => number),
    ),
    listOperators(orm),
  ]);
  return {
    config: ctx.config,
    smtpUrl: connections.smtpUrl(),
    shop,
    checks,
    provider: payments.realProvider(),
    brandVersions: brandVersions.length,
    homeVersions: homeVersions.length,
    own,
    samples,
    kinds: catalogue.kinds.map(({ label }) => label),
    order,
    colleagues: team.filter(({ endedAt }) => endedAt === null).length - 1,
  };
}

function bannerOf(steps: readonly GuideStep[]): Guide['banner'] {
  const needed = steps.filter(({ isOptional }) => !isOptional);
  const done = needed.filter(({ isDone }) => isDone).length;
  return done === needed.length ? null : `${done} of ${needed.length} set-up steps are done.`;
}

export async function dismissGuideAct(setUp: SetUp, session: OperatorSession, isDismissed: boolean): Promise<Guide> {
  const { db, clock } = setUp.ctx;
  const at = clock.now();
  await transaction(db, async (tx) => {
    await lockActiveSession(tx, session);
    await putSetUp(tx, { step: GUIDE, at, operatorId: session.operator.id, found: { isDismissed } });
    await writeAudit(tx, session.operator, at, { act: 'shop.dismissGuide', about: { kind: 'step', id: GUIDE }, after: { isDismissed } });
  });
  return readGuide(setUp);
}

/** All of them in one change; the owner's own services stay as they are. */
export async function endSamplesAct(setUp: SetUp, texts: TextDeps, session: OperatorSession): Promise<Guide> {
  const { db, clock } = setUp.ctx;
  const at = clock.now();
  const { planServicesArchive, saveServices } = await editSpreadsheet();
  await withNewest(
    texts,
    async () => {
      const { own, samples } = await ownAndSampleServices(db.orm);
      if (!own.some(({ state }) => state === 'sold')) throw new UserError(400, { '': [messages.noOwn] });
      const left = samples.filter(({ state }) => state !== 'archived');
      const names = left.map(({ file }) => file);
      return { ...(await planServicesArchive(db.orm, names)), names: left.map(({ name }) => name) };
    },
    async (tx, { names, ...plan }) => {
      await lockActiveSession(tx, session);
      if (names.length === 0) return { saved: true };
      const saved = await saveServices(tx, { ...plan, by: actor(session), why: 'Services that the shop began with', at });
      if (!saved) return { saved: false, isOld: true };
      const after = { services: names.join(', ') };
      await writeAudit(tx, session.operator, at, { act: 'shop.endSamples', about: { kind: 'step', id: GUIDE }, after });
      return { saved: true };
    },
  );
  await texts.refresh();
  return readGuide(setUp);
}
