// A brief that the policy gate sends to review.
import { naturalBriefs } from '#modules/catalogue/policy/corpus/corpus.ts';
import { judge } from '#modules/catalogue/policy/judge.ts';
import { readPolicyGate } from '#modules/catalogue/policy/read.ts';

const gate = await readPolicyGate('shop');

export const DOUBTFUL =
  naturalBriefs('development', 'en').find(
    ({ text }) => text.length < 100 && judge(gate, { text, platform: 'instagram' })?.outcome === 'review',
  )?.text ?? '';
