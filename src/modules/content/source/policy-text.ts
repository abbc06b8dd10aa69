// Parses one policy in one language at start-up: front matter, and Markdown rendered to HTML, so that
// browsers need no Markdown parser. Errors have line numbers. Pure.
import { Marked, Renderer, type Token, type Tokens } from 'marked';
import { getLineNumber } from '#lib/markdown/front-matter.ts';
import { escapeHtml } from '#lib/markdown/html.ts';
import { findOverMarkdown } from '#lib/markdown/limits.ts';
import type { PolicyText } from '#lib/rendering.ts';
import { checkSource } from '#lib/yaml/check.ts';
import {
  createLineErrorBuilder,
  type ErrorValues,
  getMarkdown,
  hasHead,
  isSourceErrors,
  type Source,
  type SourceError,
} from '#lib/yaml/source.ts';
import { isOwnPage } from '../shapes-pages.ts';
import { policyShape } from '../shapes-policies.ts';
import { type PolicyErrorCode, policyReasons } from './errors.ts';

/** Values of placeholders such as "{company.legalName}". */
export type PolicyValues = Readonly<Record<string, string>>;

/** Maximum number of reported errors: each costs a count of lines. */
const MAX_ERRORS = 100;

/** The Markdown that a policy may use: no raw HTML, no images, no code. */
const kinds = new Set([
  'paragraph', 'heading', 'list', 'list_item', 'table', 'blockquote', 'hr', 'space',
  'text', 'strong', 'em', 'link', 'codespan', 'br', 'escape',
]); // biome-ignore format: two lines read better

const markdown = new Marked({ gfm: true });

export function parsePolicyText(source: Source, values: PolicyValues): PolicyText | readonly SourceError[] {
  const { file, markdownLine: firstLine } = source;
  const error = createLineErrorBuilder(policyReasons, file);
  if (!hasHead(source)) return [error('head-missing')];
  const data = checkSource(source, policyShape);
  const text = getMarkdown(source);
  const at = (index: number): number => firstLine - 1 + getLineNumber(text, index);
  const over = findOverMarkdown(text);
  if (over) return [error(over.code, over.values, { line: at(over.at), path: 'markdown' })];
  const tokens = markdown.lexer(text);
  const errors = [
    ...(isSourceErrors(data) ? data : []),
    ...[...findValueErrors(text, values), ...findTokenErrors(tokens)]
      .slice(0, MAX_ERRORS)
      .map(({ index, code, values }) => error(code, values, { line: at(index), path: 'markdown' })),
  ];
  if (errors.length > 0 || isSourceErrors(data)) return errors;
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === 'heading' && token.depth === 2);
  const { markdown: _, ...head } = data.value;
  return {
    ...head,
    sections: headings.map((heading, index) => ({ id: getSectionId(index), title: fill(toPlainText(heading), values, (value) => value) })),
    html: fill(markdown.parser(tokens, { renderer: new PolicyRenderer() }), values, escapeHtml),
  };
}

type TextError = { readonly index: number; readonly code: PolicyErrorCode; readonly values?: ErrorValues };

const placeholder = /\{([A-Za-z]+\.[A-Za-z]+)\}/g;

/** One pass: placeholders inside inserted values are not replaced. */
const fill = (template: string, values: PolicyValues, write: (value: string) => string): string =>
  template.replace(placeholder, (_, name: string) => write(values[name] ?? ''));

function findValueErrors(text: string, values: PolicyValues): TextError[] {
  const known = Object.keys(values).map((name) => `{${name}}`);
  const unknown = [...text.matchAll(placeholder)]
    .filter(([, name = '']) => !Object.hasOwn(values, name))
    .map(({ 0: match, index }) => ({ index, code: 'value-unknown' as const, values: { value: match, known: known.join(', ') } }));
  const withoutPlaceholders = text.replace(placeholder, (match) => ' '.repeat(match.length));
  return [...unknown, ...[...withoutPlaceholders.matchAll(/[{}]/g)].map(({ index }) => ({ index, code: 'brace-alone' as const }))];
}

function findTokenErrors(tokens: readonly Token[]): TextError[] {
  const errors: TextError[] = [];
  let begin = 0;
  for (const block of tokens) {
    // marked's visitors are synchronous, so this walk is, too.
    void markdown.walkTokens([block], (token) => {
      const error = findTokenError(token);
      // A token does not know its position, so search for it inside its block.
      if (error) errors.push({ index: begin + Math.max(0, block.raw.indexOf(token.raw.trim())), ...error });
    });
    begin += block.raw.length;
  }
  if (!tokens.some((token) => token.type === 'heading')) errors.push({ index: 0, code: 'no-section' });
  return errors;
}

function findTokenError(token: Token): Omit<TextError, 'index'> | undefined {
  if (!kinds.has(token.type)) return { code: 'kind-unused', values: { kind: token.type, text: token.raw.trim().slice(0, 40) } };
  if (token.type === 'heading' && token.depth !== 2 && token.depth !== 3) return { code: 'heading-level' };
  if (token.type === 'link' && !isLinkTarget(token.href)) return { code: 'link-wrong', values: { target: token.href } };
  return undefined;
}

const isLinkTarget = (target: string): boolean => isOwnPage(target) || (/^(https|mailto):/.test(target) && URL.canParse(target));

/** The same ids in every language, so that links to sections survive a change of language. */
const getSectionId = (index: number): string => `s${index + 1}`;

const toPlainText = (token: Token): string =>
  'tokens' in token && token.tokens ? token.tokens.map(toPlainText).join('') : 'text' in token ? String(token.text) : '';

class PolicyRenderer extends Renderer {
  private section = 0;

  override heading(token: Tokens.Heading): string {
    if (token.depth === 3) return super.heading(token);
    this.section += 1;
    return `<h2 id="${getSectionId(this.section - 1)}">${this.parser.parseInline(token.tokens)}</h2>\n`;
  }

  /** A wide table scrolls in a box of its own, also by keyboard; its label is its section's heading. */
  override table(token: Tokens.Table): string {
    const named = this.section > 0 ? ` aria-labelledby="${getSectionId(this.section - 1)}"` : '';
    return `<div data-table role="group" tabindex="0"${named}>${super.table(token)}</div>\n`;
  }

  override tablecell(token: Tokens.TableCell): string {
    return super.tablecell(token).replace(/^<th/, '<th scope="col"');
  }
}
