// Builds a check's result: findings in text order, limited in number.
import type { Check, CheckMessage, CheckName, CheckState, Finding } from 'fanfare/plugin';

const MAX_FINDINGS = 200;

export const toCheckMessage = (code: string, values: CheckMessage['values'] = {}): CheckMessage => ({ code, values });

export function createCheck(name: CheckName, state: CheckState, say: CheckMessage, findings: readonly Finding[] = []): Check {
  const sorted = findings.toSorted((a, b) => a.from - b.from || a.to - b.to);
  return { name, state, say, findings: sorted.slice(0, MAX_FINDINGS), more: Math.max(0, sorted.length - MAX_FINDINGS) };
}

/** Default check: fine without findings, otherwise a message with their number. */
export const checkOfFindings = (name: CheckName, findings: readonly Finding[], state: CheckState = 'look'): Check =>
  findings.length === 0
    ? createCheck(name, 'fine', toCheckMessage(`${name}.fine`))
    : createCheck(name, state, toCheckMessage(`${name}.found`, { count: findings.length }), findings);

export const createFinding = (
  { from, to }: { readonly from: number; readonly to: number },
  kind: Finding['kind'],
  more: Partial<Pick<Finding, 'text' | 'suggestions'>> = {},
): Finding => ({ from, to, kind, text: '', suggestions: [], ...more });
