// Parses a text of shop/mails: a subject and a Markdown tree. Unsupported content is reported with its line.
import { marked, type Token } from 'marked';
import * as z from 'zod/mini';
import { lineAt, splitFrontMatter } from '#lib/markdown/front-matter.ts';
import { overMarkdown } from '#lib/markdown/limits.ts';
import { parseYaml } from '#lib/yaml/parse.ts';
import { isSourceErrors, type SourceError } from '#lib/yaml/source.ts';
import { findPlaceholders, isLinkTarget } from './rules.ts';
import { shopValues } from './shapes.ts';

export type MailText = { readonly subject: string; readonly body: readonly Token[] };

/** Allowed Markdown; no raw HTML, no images. Rendering: write.ts. */
const textKinds = new Set(['paragraph', 'heading', 'list', 'list_item', 'hr', 'space', 'text', 'strong', 'em', 'link', 'br', 'escape']);

const frontMatter = z.strictObject({ subject: z.string().check(z.trim(), z.minLength(1, 'must not be empty')) });

/**
 * `values` are the required placeholders, `optional` the other ones. Texts without a subject are parts of
 * others.
 */
export function parseMailText(
  file: string,
  source: string,
  values: readonly string[],
  kind: 'mail' | 'part',
  optional: readonly string[] = [],
): MailText | readonly SourceError[] {
  const unified = source.replaceAll('\r\n', '\n');
  const { head, markdown, firstLine } = splitFrontMatter(unified);
  const subject = kind === 'part' ? '' : readSubject(file, head);
  if (typeof subject !== 'string') return subject;
  const over = overMarkdown(markdown);
  if (over) return [{ file, line: firstLine - 1 + lineAt(markdown, over.at), reason: over.reason }];
  const body = [...marked.lexer(markdown)];
  const errors = [...findValueErrors(file, unified, { values, optional, kind }), ...findTokenErrors(file, markdown, body, firstLine)];
  return errors.length > 0 ? errors : { subject, body };
}

function readSubject(file: string, head: string): string | readonly SourceError[] {
  if (!head) return [{ file, line: 1, reason: 'must begin with a line "---", its "subject: …", and a line "---"' }];
  const parsed = parseYaml(file, head, frontMatter);
  return isSourceErrors(parsed) ? parsed : parsed.value.subject;
}

type Placeholders = { readonly values: readonly string[]; readonly optional: readonly string[]; readonly kind: 'mail' | 'part' };

function findValueErrors(file: string, text: string, { values, optional, kind }: Placeholders): SourceError[] {
  const allowed = new Set<string>([...values, ...optional, ...shopValues]);
  const used = findPlaceholders(text);
  const unknown = used
    .filter(({ name }) => !allowed.has(name))
    .map(({ name, index }) => ({
      file,
      line: lineAt(text, index),
      reason: `{${name}} is not known here; known are ${[...allowed].map((each) => `{${each}}`).join(', ')}`,
    }));
  const missing = values
    .filter((value) => !used.some(({ name }) => name === value))
    .map((value) => ({ file, line: 1, reason: `the text must use {${value}}` }));
  const stray = [...text.matchAll(/\{(?![A-Za-z][A-Za-z0-9]*\})|(?<!\{[A-Za-z][A-Za-z0-9]*)\}/g)].map(({ index }) => ({
    file,
    line: lineAt(text, index),
    reason: 'a brace that belongs to no {value}',
  }));
  return kind === 'part' ? [...unknown, ...stray] : [...unknown, ...missing, ...stray];
}

function findTokenErrors(file: string, markdown: string, tokens: readonly Token[], firstLine: number): SourceError[] {
  const errors: SourceError[] = [];
  const at = (token: Token): number => firstLine - 1 + lineAt(markdown, Math.max(0, markdown.indexOf(token.raw.trim())));
  // walkTokens returns promises only if the callback does.
  void marked.walkTokens([...tokens], (token) => {
    if (!textKinds.has(token.type))
      errors.push({ file, line: at(token), reason: `mails do not use ${token.type} ("${token.raw.trim().slice(0, 40)}")` });
    if (token.type === 'link' && !/^\{[A-Za-z0-9]+\}/.test(token.href) && !isLinkTarget(token.href))
      errors.push({ file, line: at(token), reason: `a link must lead to an https address or a {value} ("${token.href}" is neither)` });
  });
  return errors;
}
