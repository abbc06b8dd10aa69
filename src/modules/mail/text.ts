// Checks the text of a mail: a subject and a Markdown tree. Unsupported content is reported with its line.
import { marked, type Token } from 'marked';
import * as z from 'zod/mini';
import { lineAt } from '#lib/markdown/front-matter.ts';
import { overMarkdown } from '#lib/markdown/limits.ts';
import { checkSource } from '#lib/yaml/check.ts';
import { hasHead, isSourceErrors, type Source, type SourceError } from '#lib/yaml/source.ts';
import { findPlaceholders, isLinkTarget } from './rules.ts';
import { shopValues } from './shapes.ts';

export type MailText = { readonly subject: string; readonly body: readonly Token[] };

/** Allowed Markdown; no raw HTML, no images. Rendering: write.ts. */
const textKinds = new Set(['paragraph', 'heading', 'list', 'list_item', 'hr', 'space', 'text', 'strong', 'em', 'link', 'br', 'escape']);

const partShape = z.object({ markdown: z.string() });
const mailShape = z.strictObject({ subject: z.string().check(z.trim(), z.minLength(1, 'must not be empty')), markdown: z.string() });

/**
 * `values` are the required placeholders, `optional` the other ones. Texts without a subject are parts of
 * others.
 */
export function parseMailText(
  source: Source,
  values: readonly string[],
  kind: 'mail' | 'part',
  optional: readonly string[] = [],
): MailText | readonly SourceError[] {
  const { file, markdownLine } = source;
  if (kind === 'mail' && !hasHead(source))
    return [{ file, line: 1, reason: 'must begin with a line "---", its "subject: …", and a line "---"' }];
  const parsed = kind === 'part' ? checkPart(source) : checkSource(source, mailShape);
  if (isSourceErrors(parsed)) return parsed;
  const { subject, markdown } = parsed.value;
  const lineOf = (index: number): number => markdownLine - 1 + lineAt(markdown, index);
  const over = overMarkdown(markdown);
  if (over) return [{ file, line: lineOf(over.at), path: 'markdown', reason: over.reason }];
  const body = [...marked.lexer(markdown)];
  const places: readonly Place[] = [
    { path: 'subject', text: subject, lineOf: () => parsed.findLine(['subject']) },
    { path: 'markdown', text: markdown, lineOf },
  ];
  const errors = [
    ...places.flatMap((place) => findValueErrors(place, [...values, ...optional, ...shopValues])),
    ...(kind === 'part' ? [] : findMissingErrors(values, `${subject}${markdown}`)),
    ...findTokenErrors(markdown, body, lineOf),
  ];
  return errors.length > 0 ? errors.map((error) => ({ file, ...error })) : { subject, body };
}

function checkPart(source: Source) {
  const parsed = checkSource(source, partShape);
  return isSourceErrors(parsed) ? parsed : { ...parsed, value: { subject: '', ...parsed.value } };
}

type Place = { readonly path: string; readonly text: string; lineOf(index: number): number };
type TextError = Omit<SourceError, 'file'>;

function findValueErrors({ path, text, lineOf }: Place, allowed: readonly string[]): TextError[] {
  const unknown = findPlaceholders(text).filter(({ name }) => !allowed.includes(name));
  const known = [...new Set(allowed)].map((each) => `{${each}}`).join(', ');
  return [
    ...unknown.map(({ name, index }) => ({ path, line: lineOf(index), reason: `{${name}} is not known here; known are ${known}` })),
    ...[...text.matchAll(/\{(?![A-Za-z][A-Za-z0-9]*\})|(?<!\{[A-Za-z][A-Za-z0-9]*)\}/g)].map(({ index }) => ({
      path,
      line: lineOf(index),
      reason: 'a brace that belongs to no {value}',
    })),
  ];
}

function findMissingErrors(values: readonly string[], text: string): TextError[] {
  const used = new Set(findPlaceholders(text).map(({ name }) => name));
  return values.filter((value) => !used.has(value)).map((value) => ({ line: 1, reason: `the text must use {${value}}` }));
}

function findTokenErrors(markdown: string, tokens: readonly Token[], lineOf: Place['lineOf']): TextError[] {
  const errors: TextError[] = [];
  const at = (token: Token) => ({ path: 'markdown', line: lineOf(Math.max(0, markdown.indexOf(token.raw.trim()))) });
  // walkTokens returns promises only if the callback does.
  void marked.walkTokens([...tokens], (token) => {
    if (!textKinds.has(token.type))
      errors.push({ ...at(token), reason: `mails do not use ${token.type} ("${token.raw.trim().slice(0, 40)}")` });
    if (token.type === 'link' && !/^\{[A-Za-z0-9]+\}/.test(token.href) && !isLinkTarget(token.href))
      errors.push({ ...at(token), reason: `a link must lead to an https address or a {value} ("${token.href}" is neither)` });
  });
  return errors;
}
