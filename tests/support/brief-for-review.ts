// A brief that the policy gate sends to review.
import { naturalBriefs } from '../../plugins/policy-gate/corpus/corpus.ts';
import { judge } from '../../plugins/policy-gate/judge.ts';
import { readGate } from '../../plugins/policy-gate/read-gate.ts';

const gate = await readGate('shop');

export const DOUBTFUL =
  naturalBriefs('development', 'en').find(
    ({ text }) => text.length < 100 && judge(gate, { text, platform: 'instagram' })?.outcome === 'review',
  )?.text ?? '';
