// A text checker for tests that finds one word.
import type { Makers } from '#modules/fulfilment/maker.ts';

export const TYPO_TEXT = `We bake at night. ${'The shop opens at seven and is empty by nine. '.repeat(3)}Our braed is gone by ten.`;
const TYPO = 'braed';

const reportOn = (text: string) => ({
  layout: 1,
  language: 'en',
  notes: [{ code: 'note.assistant', values: {} }],
  numbers: { characters: text.length, words: 40, sentences: 5, readability: [] },
  checks: [
    {
      name: 'spelling',
      state: 'look',
      say: { code: 'spelling.found', values: { count: 1 } },
      more: 0,
      findings: [{ from: text.indexOf(TYPO), to: text.indexOf(TYPO) + TYPO.length, kind: 'spelling', text: '', suggestions: ['bread'] }],
    },
  ],
});

export const checkingMakers: Makers = {
  makerFor: (offerId) => (offerId === 'content-checker-automatic' ? { name: 'sample', delivers: true } : undefined),
  make: async (_, { answers }) => ({ text: '# Report on a text', report: reportOn(String(answers.text)), files: [], help: ['sample 1.0'] }),
  check: async (text) => reportOn(text),
};
