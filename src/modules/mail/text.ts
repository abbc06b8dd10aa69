// Checks the text of a mail: a subject and a Markdown tree. Unsupported content is reported with its line.
import { marked, type Token } from 'marked';
import * as z from 'zod/mini';
import { getLineNumber } from '#lib/markdown/front-matter.ts';
import { findOverMarkdown } from '#lib/markdown/limits.ts';
import { checkSource } from '#lib/yaml/check.ts';
import { createLineErrorBuilder, type ErrorValues, hasHead, isSourceErrors, type Source, type SourceError } from '#lib/yaml/source.ts';
import { mailReasons } from './errors.ts';
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
  const error = createLineErrorBuilder(mailReasons, source.file);
  if (kind === 'mail' && !hasHead(source)) return [error('head-missing')];
  const parsed = kind === 'part' ? checkPart(source) : checkSource(source, mailShape);
  if (isSourceErrors(parsed)) return parsed;
  const { subject, markdown } = parsed.value;
  const findLine = (index: number): number => source.markdownLine - 1 + getLineNumber(markdown, index);
  const over = findOverMarkdown(markdown);
  if (over) return [error(over.code, over.values, { line: findLine(over.at), path: 'markdown' })];
  const body = [...marked.lexer(markdown)];
  const places: readonly Place[] = [
    { path: 'subject', text: subject, findLine: () => parsed.findLine(['subject']) },
    { path: 'markdown', text: markdown, findLine },
  ];
  const errors = [
    ...places.flatMap((place) => findValueErrors(place, [...values, ...optional, ...shopValues])),
    ...(kind === 'part' ? [] : findMissingErrors(values, `${subject}${markdown}`)),
    ...findTokenErrors(markdown, body, findLine),
  ];
  return errors.length > 0 ? errors.map(({ code, values, ...place }) => error(code, values, place)) : { subject, body };
}

function checkPart(source: Source) {
  const parsed = checkSource(source, partShape);
  return isSourceErrors(parsed) ? parsed : { ...parsed, value: { subject: '', ...parsed.value } };
}

type Place = { readonly path: string; readonly text: string; findLine(index: number): number };
type TextError = { readonly code: keyof typeof mailReasons; readonly values?: ErrorValues; readonly line?: number; readonly path?: string };

function findValueErrors({ path, text, findLine }: Place, allowed: readonly string[]): TextError[] {
  const unknown = findPlaceholders(text).filter(({ name }) => !allowed.includes(name));
  const known = [...new Set(allowed)].map((each) => `{${each}}`).join(', ');
  return [
    ...unknown.map(({ name, index }) => ({ path, line: findLine(index), code: 'value-unknown' as const, values: { name, known } })),
    ...[...text.matchAll(/\{(?![A-Za-z][A-Za-z0-9]*\})|(?<!\{[A-Za-z][A-Za-z0-9]*)\}/g)].map(({ index }) => ({
      path,
      line: findLine(index),
      code: 'brace-alone' as const,
    })),
  ];
}

function findMissingErrors(values: readonly string[], text: string): TextError[] {
  const used = new Set(findPlaceholders(text).map(({ name }) => name));
  return values.filter((value) => !used.has(value)).map((name) => ({ code: 'value-missing', values: { name } }));
}

function findTokenErrors(markdown: string, tokens: readonly Token[], findLine: Place['findLine']): TextError[] {
  const errors: TextError[] = [];
  const at = (token: Token) => ({ path: 'markdown', line: findLine(Math.max(0, markdown.indexOf(token.raw.trim()))) });
  // walkTokens returns promises only if the callback does.
  void marked.walkTokens([...tokens], (token) => {
    if (!textKinds.has(token.type))
      errors.push({ ...at(token), code: 'kind-unused', values: { kind: token.type, text: token.raw.trim().slice(0, 40) } });
    if (token.type === 'link' && !/^\{[A-Za-z0-9]+\}/.test(token.href) && !isLinkTarget(token.href))
      errors.push({ ...at(token), code: 'link-wrong', values: { target: token.href } });
  });
  return errors;
}
