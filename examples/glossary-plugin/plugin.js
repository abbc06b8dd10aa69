// A plugin for Fanfare. Its maker lists the terms of a text that a translator settles first; its tax rule sells to one country without VAT.
// @ts-check

/** @typedef {import('fanfare/plugin').Plugin} Plugin */
/** @typedef {import('fanfare/plugin').MakerBrief} MakerBrief */

const TERMS = 20;
const MIN_CHARS = 4;

const words = {
  en: {
    title: 'Glossary',
    note: 'Terms by number of occurrences. Fill in the translations.',
    term: 'Term',
    count: 'Occurrences',
    own: 'Translation',
  },
  es: {
    title: 'Glosario',
    note: 'Términos por número de apariciones. Completa las traducciones.',
    term: 'Término',
    count: 'Apariciones',
    own: 'Traducción',
  },
  ja: { title: '用語集', note: '出現回数の多い順の用語です。訳語を入力してください。', term: '用語', count: '出現回数', own: '訳語' },
};

/** @param {MakerBrief} brief */
const readText = ({ answers }) =>
  Object.values(answers)
    .filter((answer) => typeof answer === 'string')
    .join('\n');

/**
 * The terms of a text, the most frequent first.
 * @param {string} text
 * @param {string} language
 */
function findTerms(text, language) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { segment, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    const term = segment.toLocaleLowerCase(language);
    const isShort = language === 'ja' ? term.length < 2 : term.length < MIN_CHARS;
    if (isWordLike && !isShort && !/^\p{N}+$/u.test(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0], language)).slice(0, TERMS);
}

/** @type {Plugin} */
const plugin = {
  name: 'glossary-tools',
  makers: {
    glossary: {
      label: 'Glossary drafts',
      limits: { seconds: 30, mebibytes: 500 },
      async make(brief) {
        const terms = findTerms(readText(brief), brief.language);
        if (terms.length === 0) return { failed: 'The brief has no text to take terms from.' };
        const { title, note, term, count, own } = words[brief.language];
        const rows = terms.map(([word, times]) => `- ${word} (${times}): […]`);
        const csv = [[term, count, own], ...terms.map(([word, times]) => [word, String(times), ''])];
        return {
          text: `# ${title}\n\n${note}\n\n${rows.join('\n')}\n`,
          files: [{ name: 'glossary.csv', bytes: new TextEncoder().encode(csv.map((row) => row.join(';')).join('\r\n')) }],
          help: ['glossary-tools 1.0'],
        };
      },
    },
  },
  exporters: {
    // A text without Markdown's marks, for fields that take no format.
    txt: {
      label: 'Text',
      make: ({ text }) => new TextEncoder().encode(text.replaceAll(/^#+ |\*\*|^> ?/gm, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')),
    },
  },
  // Sales to Switzerland are free of VAT, whatever the rates in shop/tax.yaml.
  taxRule: ({ sellerCountry, buyerCountry }, usual) => (buyerCountry === 'CH' && sellerCountry !== 'CH' ? { rate: 0, why: 'zero' } : usual),
};

export default plugin;
