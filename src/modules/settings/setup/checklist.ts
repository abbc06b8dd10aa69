// The checks of the set-up page: each result is stored with its time and operator.

import type { Done, OperatorSession } from '#modules/staff/actions.ts';
import type { DbClient } from '#platform/database/database.ts';
import { type SetUp, setUpChecks } from './checks.ts';
import { putSetUp, setUpRows } from './queries.ts';
import { checkLabels, markOfPolicies, markOfSeller, markOfTax } from './rules.ts';
import { type SetUpChecks, type StepName, type StepResult, stepNames } from './shapes.ts';

type StoredStep = StepResult & { readonly mark: string };

/** Fingerprint of the checked settings; a stored result is outdated once it differs. */
function readMark(step: StepName, { ctx: { config }, shop, tax, payments, connections }: SetUp): string {
  if (step === 'tax') return `${markOfTax(tax())} ${markOfSeller(shop)}`;
  if (step === 'policies') return markOfPolicies(shop);
  if (step === 'mail') return new URL(connections.smtpUrl() ?? 'smtp:').host;
  if (step === 'payments') return payments.realProvider() ?? '';
  return step === 'address' ? `${config.shopUrl} ${config.deskUrl}` : '';
}

export async function readSetUpChecklist(setUp: SetUp): Promise<SetUpChecks> {
  const rows = await setUpRows(setUp.ctx.db.orm);
  return stepNames.map((step) => {
    const row = rows.find((each) => each.step === step);
    const stored = row?.found as StoredStep | undefined;
    return {
      step,
      act: checkLabels[step],
      state: getState(stored, readMark(step, setUp)),
      lines: [...(stored?.lines ?? [])],
      at: row?.at.toISOString() ?? null,
      by: row?.by ?? null,
    };
  });
}

const getState = (stored: StoredStep | undefined, mark: string): SetUpChecks[number]['state'] =>
  !stored ? 'todo' : !stored.ok ? 'failed' : stored.mark === mark ? 'done' : 'changed';

export async function runSetUpCheck(setUp: SetUp, session: OperatorSession, step: StepName) {
  const { ok, lines } = await setUpChecks[step](setUp, session);
  const stored: StoredStep = { ok, lines, mark: readMark(step, setUp) };
  return async (tx: DbClient): Promise<Done<SetUpChecks>> => {
    await putSetUp(tx, { step, at: setUp.ctx.clock.now(), operatorId: session.operator.id, found: stored });
    return { entries: [{ id: step, after: { ok } }], afterCommit: () => readSetUpChecklist(setUp) };
  };
}
