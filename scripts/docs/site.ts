// Builds a static site from the repository's documents: each file as a page, with navigation and an index for the search.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { transformWithOxc } from 'vite';
import { type Heading, renderMarkdown } from './markdown.ts';
import { type NavGroup, pageHtml } from './page.ts';
import { type SearchIndex, wordsIn } from './search.ts';

/** Every file of the site by its path. */
export type Site = ReadonlyMap<string, string | Buffer>;

type Document = {
  readonly source: string;
  readonly file: string;
  readonly title: string;
  readonly headings: readonly Heading[];
  readonly html: string;
};

const guides = [
  'operations',
  'configuration',
  'commands',
  'backup',
  'scaling',
  'runbook',
  'metrics',
  'languages',
  'extending',
  'architecture',
  'security',
  'accessibility',
  'terms',
];
const top = ['README', 'CONTRIBUTING', 'STYLE', 'GLOSSARY', 'CHANGELOG', 'SECURITY', 'CODE_OF_CONDUCT'];

/** `README.md` is the first page; the others keep their paths. */
const fileOf = (source: string): string =>
  source === 'README.md' ? 'index.html' : source.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html');

export async function buildSite(root: string): Promise<Site> {
  const site = new Map<string, string | Buffer>();
  const sources = [
    ...top.map((name) => `${name}.md`),
    'shop-samples/README.md',
    ...markdownIn(root, 'docs'),
    ...markdownIn(root, 'docs/decisions'),
  ];
  const documents = sources.map((source) => documentOf(root, source, sources, site));
  const groups = navigation(documents);
  for (const { file, title, html } of documents) site.set(file, pageHtml({ file, title, html, groups }));
  site.set(
    'docs.css',
    ['../../src/ui/styles/tokens.css', 'docs.css'].map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join('\n'),
  );
  site.set('search.js', await scriptOf('search.ts', 'globalThis.searchDocs = search;'));
  site.set('search-box.js', await scriptOf('search-box.ts'));
  site.set('search-index.js', `globalThis.docsIndex = ${JSON.stringify(indexOf(documents))};\n`);
  return site;
}

const markdownIn = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${folder}/${name}`);

/** Files that documents link to, which are no documents, are copied; code as text, so that browsers show it. */
function documentOf(root: string, source: string, sources: readonly string[], site: Map<string, string | Buffer>): Document {
  const file = fileOf(source);
  const hrefOf = (link: string): string => {
    if (/^(https?:|mailto:|#)/.test(link)) return link;
    const [path = '', anchor] = link.split('#');
    const target = posix.join(dirname(source), path).replace(/\/$/, '');
    const relative = (to: string) => posix.relative(dirname(file), to) + (anchor === undefined ? '' : `#${anchor}`);
    if (sources.includes(target)) return relative(fileOf(target));
    if (sources.includes(`${target}/README.md`)) return relative(fileOf(`${target}/README.md`));
    if (!existsSync(join(root, target))) throw new Error(`${source} links to ${link}, which does not exist`);
    const copy = `files/${/\.(png|svg|jpg|pdf)$/.test(target) ? target : `${target}.txt`}`;
    if (!site.has(copy)) site.set(copy, contentOf(join(root, target)));
    return relative(copy);
  };
  const { html, headings } = renderMarkdown(readFileSync(join(root, source), 'utf8'), hrefOf);
  return { source, file, html, headings, title: headings[0]?.text ?? source };
}

/** Of a folder, the names in it. */
const contentOf = (path: string): string | Buffer =>
  statSync(path).isDirectory() ? `${readdirSync(path).sort().join('\n')}\n` : readFileSync(path);

function navigation(documents: readonly Document[]): NavGroup[] {
  const bySource = new Map(documents.map((each) => [each.source, each]));
  const listed = (sources: readonly string[]) => sources.flatMap((source) => bySource.get(source) ?? []);
  const other = documents.filter(
    ({ source }) => /^docs\/[\w-]+\.md$/.test(source) && !guides.includes(source.slice('docs/'.length, -'.md'.length)),
  );
  return [
    { title: 'Fanfare', pages: listed([...top.map((name) => `${name}.md`), 'shop-samples/README.md']) },
    { title: 'Guides', pages: [...listed(guides.map((name) => `docs/${name}.md`)), ...other] },
    { title: 'Decisions', pages: documents.filter(({ source }) => source.startsWith('docs/decisions/')), folded: true },
  ];
}

function indexOf(documents: readonly Document[]): SearchIndex {
  const sections: [number, string, string][] = [];
  const words = new Map<string, number[]>();
  for (const [page, { headings }] of documents.entries())
    for (const [at, { id, text, words: below }] of headings.entries()) {
      sections.push([page, at === 0 ? '' : id, text]);
      for (const word of new Set([...wordsIn(text), ...wordsIn(below)])) words.set(word, [...(words.get(word) ?? []), sections.length - 1]);
    }
  const differences = (numbers: readonly number[]) =>
    numbers.map((number, index) => (number - (numbers[index - 1] ?? 0)).toString(36)).join(' ');
  return {
    pages: documents.map(({ file, title }) => [file, title]),
    sections,
    words: Object.fromEntries([...words].sort(([a], [b]) => (a < b ? -1 : 1)).map(([word, numbers]) => [word, differences(numbers)])),
  };
}

/** Without types and exports, because the scripts of a page are no modules: those cannot be opened from a folder. */
async function scriptOf(name: string, end = ''): Promise<string> {
  const path = join(import.meta.dirname, name);
  const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path);
  return `(() => {\n${code.replaceAll(/^export (?:\{\};\n)?/gm, '')}${end}\n})();\n`;
}
