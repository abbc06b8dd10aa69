// The text of .env.example, from the tables of docs/configuration.md: every variable, commented out, with its
// default and what it is for.

const HEADER = `# Every environment variable, with its default. Copy this file to .env and remove the # of what you change: npm start, npm run dev and the other
# commands read it, and what is set in the environment comes first. Written from docs/configuration.md by npm test -- tests/docs.test -u.`;

const row = /^\| (`[A-Z].*?) \| (.*?) \| (.*) \|$/;
/** A default that can stand behind the equals sign; others are words. */
const isValue = (text: string): boolean => /^(\d[\d,]*|on|off|info|data|shop|development|fanfare)$/.test(text);

export function envExample(configuration: string): string {
  const lines = configuration.split('\n').flatMap((line): string[] => {
    const [, section] = /^## (.*)/.exec(line) ?? [];
    if (section !== undefined) return ['', `## ${section}`];
    const [, named, given = '', meaning = ''] = row.exec(line) ?? [];
    return named === undefined ? [] : ['', ...variables(named, plain(given), plain(meaning))];
  });
  return `${[HEADER, ...lines].join('\n')}\n`;
}

function variables(named: string, given: string, meaning: string): string[] {
  const names = [...named.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  const defaults = given.split(', ');
  const each = defaults.length === names.length ? defaults : names.map(() => given);
  const isWords = !each.every(isValue) && given !== 'none';
  return [
    `# ${meaning}${isWords ? ` (default: ${given})` : ''}`,
    ...names.map((name, index) => `#${name}=${isValue(each[index] ?? '') ? each[index] : ''}`),
  ];
}

const plain = (markdown: string): string =>
  markdown
    // Where to read on.
    .replaceAll(/ \(\[[^\]]*\]\([^)]*\)\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '');
