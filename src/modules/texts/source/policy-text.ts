// Parses one policy in one language at start-up: front matter, and Markdown rendered to HTML, so that
// browsers need no Markdown parser. Errors have line numbers. Pure.
import { Marked, Renderer, type Token, type Tokens } from 'marked';
import * as z from 'zod/mini';
import { lineAt, splitFrontMatter } from '#lib/markdown/front-matter.ts';
import { escapeHtml } from '#lib/markdown/html.ts';
import { overMarkdown } from '#lib/markdown/limits.ts';
import type { PolicyText } from '#lib/rendering.ts';
import { isDay } from '#lib/time/days.ts';
import { parseYaml } from '#lib/yaml/parse.ts';
import { isFaults, type SourceFault } from '#lib/yaml/source.ts';
import { isOwnPage } from './menus.ts';

/** Values of placeholders such as "{company.legalName}". */
export type PolicyValues = Readonly<Record<string, string>>;

const DESCRIPTION_CHARS = 155;
/** Maximum number of reported errors: each costs a count of lines. */
const MAX_FAULTS = 100;

const braces = /[{}]/;
const filled = z.string().check(z.trim(), z.minLength(1, 'must not be empty'));
const plain = filled.check(z.refine((text) => !braces.test(text), 'takes no placeholders'));

const frontMatter = z.strictObject({
  title: plain,
  description: plain.check(z.maxLength(DESCRIPTION_CHARS)),
  updated: z.string().check(z.refine(isDay, 'must be a day, such as 2026-11-21')),
  version: z.int().check(z.gte(1)),
});

/** The Markdown that a policy may use: no raw HTML, no images, no code. */
const kinds = new Set([
  'paragraph', 'heading', 'list', 'list_item', 'table', 'blockquote', 'hr', 'space',
  'text', 'strong', 'em', 'link', 'codespan', 'br', 'escape',
]); // biome-ignore format: two lines read better

const markdown = new Marked({ gfm: true });

export function parsePolicyText(file: string, source: string, values: PolicyValues): PolicyText | readonly SourceFault[] {
  const { head, markdown: text, firstLine } = splitFrontMatter(source);
  if (!head)
    return [{ file, line: 1, reason: 'must begin with a line "---", its title, description, updated and version, and a line "---"' }];
  const at = (index: number): number => firstLine - 1 + lineAt(text, index);
  const over = overMarkdown(text);
  if (over) return [{ file, line: at(over.at), reason: over.reason }];
  const data = parseYaml(file, head, frontMatter);
  const tokens = markdown.lexer(text);
  const faults = [
    ...(isFaults(data) ? data : []),
    ...[...valueFaults(text, values), ...tokenFaults(tokens)]
      .slice(0, MAX_FAULTS)
      .map(({ index, reason }) => ({ file, line: at(index), reason })),
  ];
  if (faults.length > 0 || isFaults(data)) return faults;
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === 'heading' && token.depth === 2);
  return {
    ...data.value,
    sections: headings.map((heading, index) => ({ id: sectionId(index), title: fill(plainText(heading), values, (value) => value) })),
    html: fill(markdown.parser(tokens, { renderer: new PolicyRenderer() }), values, escapeHtml),
  };
}

type Fault = { readonly index: number; readonly reason: string };

const placeholder = /\{([A-Za-z]+\.[A-Za-z]+)\}/g;

/** One pass: placeholders inside inserted values are not replaced. */
const fill = (template: string, values: PolicyValues, write: (value: string) => string): string =>
  template.replace(placeholder, (_, name: string) => write(values[name] ?? ''));

function valueFaults(text: string, values: PolicyValues): Fault[] {
  const known = Object.keys(values).map((name) => `{${name}}`);
  const unknown = [...text.matchAll(placeholder)]
    .filter(([, name = '']) => !Object.hasOwn(values, name))
    .map(({ 0: match, index }) => ({ index, reason: `${match} is not known here; known are ${known.join(', ')}` }));
  const withoutPlaceholders = text.replace(placeholder, (match) => ' '.repeat(match.length));
  return [
    ...unknown,
    ...[...withoutPlaceholders.matchAll(/[{}]/g)].map(({ index }) => ({ index, reason: 'a brace that belongs to no {placeholder}' })),
  ];
}

function tokenFaults(tokens: readonly Token[]): Fault[] {
  const faults: Fault[] = [];
  let begin = 0;
  for (const block of tokens) {
    // marked's visitors are synchronous, so this walk is, too.
    void markdown.walkTokens([block], (token) => {
      const reason = tokenFault(token);
      // A token does not know its position, so search for it inside its block.
      if (reason) faults.push({ index: begin + Math.max(0, block.raw.indexOf(token.raw.trim())), reason });
    });
    begin += block.raw.length;
  }
  if (!tokens.some((token) => token.type === 'heading')) faults.push({ index: 0, reason: 'has no section: each begins with "## "' });
  return faults;
}

function tokenFault(token: Token): string | undefined {
  if (!kinds.has(token.type)) return `policies do not use ${token.type} ("${token.raw.trim().slice(0, 40)}")`;
  if (token.type === 'heading' && token.depth !== 2 && token.depth !== 3)
    return `a heading is "## " or "### "; the title stands at the top of the file`;
  if (token.type === 'link' && !isLinkTarget(token.href))
    return `a link to "${token.href}", which is no page of the shop and no https address`;
  return undefined;
}

const isLinkTarget = (target: string): boolean => isOwnPage(target) || (/^(https|mailto):/.test(target) && URL.canParse(target));

/** The same ids in every language, so that links to sections survive a change of language. */
const sectionId = (index: number): string => `s${index + 1}`;

const plainText = (token: Token): string =>
  'tokens' in token && token.tokens ? token.tokens.map(plainText).join('') : 'text' in token ? String(token.text) : '';

class PolicyRenderer extends Renderer {
  private section = 0;

  override heading(token: Tokens.Heading): string {
    if (token.depth === 3) return super.heading(token);
    this.section += 1;
    return `<h2 id="${sectionId(this.section - 1)}">${this.parser.parseInline(token.tokens)}</h2>\n`;
  }

  /** A wide table scrolls in a box of its own, also by keyboard; its label is its section's heading. */
  override table(token: Tokens.Table): string {
    const named = this.section > 0 ? ` aria-labelledby="${sectionId(this.section - 1)}"` : '';
    return `<div data-table role="group" tabindex="0"${named}>${super.table(token)}</div>\n`;
  }

  override tablecell(token: Tokens.TableCell): string {
    return super.tablecell(token).replace(/^<th/, '<th scope="col"');
  }
}
