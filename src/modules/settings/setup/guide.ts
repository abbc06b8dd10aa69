// The steps of the set-up: to the first own service sold, and then to an open shop. It reads what is there at
// each call and stores only its dismissal.

import type { Operator } from '#lib/people/operator.ts';
import { BRAND_FILE } from '#lib/rendering.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { editCatalogue } from '#modules/catalogue/actions.ts';
import { listOwnAndSampleServices } from '#modules/catalogue/samples.ts';
import { listVersions } from '#modules/content/queries.ts';
import { type Done, listOperators, type OperatorSession, toOperator } from '#modules/staff/actions.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { TextDeps } from '../content/actions.ts';
import { readSetUpChecklist } from './checklist.ts';
import type { SetUp } from './checks.ts';
import { type GuideFacts, guideRows } from './guide-steps.ts';
import { findFurthestOrder, putSetUp, setUpRows } from './queries.ts';
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
  const facts = await loadFacts(setUp);
  const steps = guideStepNames.map((step): GuideStep => {
    const { find, isOptional = false, ...row } = guideRows[step];
    const { step: _, ...check } = facts.checks.find((each) => each.step === step) ?? { step: null };
    return { step, ...row, isOptional, lines: [], action: null, check: 'act' in check ? check : null, ...find(facts) };
  });
  return { steps, isDismissed, banner: isDismissed ? null : getBanner(steps) };
}

const MAX_SERVICES = 50;

async function loadFacts(setUp: SetUp): Promise<GuideFacts> {
  const { ctx, shop, payments, catalogue, connections } = setUp;
  const { orm } = ctx.db;
  const { own, samples } = await listOwnAndSampleServices(orm);
  const [checks, brandVersions, homeVersions, order, team] = await Promise.all([
    readSetUpChecklist(setUp),
    listVersions(orm, 'brand', BRAND_FILE),
    listVersions(orm, 'content', 'home.yaml'),
    findFurthestOrder(
      orm,
      own.slice(-MAX_SERVICES).map(({ number }) => number),
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

function getBanner(steps: readonly GuideStep[]): Guide['banner'] {
  const needed = steps.filter(({ isOptional }) => !isOptional);
  const done = needed.filter(({ isDone }) => isDone).length;
  return done === needed.length ? null : `${done} of ${needed.length} set-up steps are done.`;
}

export async function dismissGuide(setUp: SetUp, tx: DbClient, by: Operator, isDismissed: boolean): Promise<Done<Guide>> {
  await putSetUp(tx, { step: GUIDE, at: setUp.ctx.clock.now(), operatorId: by.id, found: { isDismissed } });
  return { entries: [{ id: GUIDE, after: { isDismissed } }], afterCommit: () => readGuide(setUp) };
}

/** All of them in one change; the owner's own services stay as they are. */
export async function endSamples(setUp: SetUp, texts: TextDeps, session: OperatorSession) {
  const { db, clock } = setUp.ctx;
  const at = clock.now();
  const { makeArchive, saveArchive } = await editCatalogue();
  const { own, samples } = await listOwnAndSampleServices(db.orm);
  if (!own.some(({ state }) => state === 'sold')) throw new UserError(400, { '': [messages.noOwn] });
  const left = samples.filter(({ state }) => state !== 'archived');
  const archive = await makeArchive(
    db.orm,
    left.map(({ file }) => file),
  );
  const afterCommit = () => texts.refresh().then(() => readGuide(setUp));
  return async (tx: DbClient): Promise<Done<Guide>> => {
    if (left.length === 0) return { entries: [], afterCommit };
    const isSaved = await saveArchive(tx, { ...archive, by: toOperator(session), why: 'Services that the shop began with', at });
    if (!isSaved) return { entries: [], isOld: true, afterCommit };
    return { entries: [{ id: GUIDE, after: { services: left.map(({ name }) => name).join(', ') } }], afterCommit };
  };
}
