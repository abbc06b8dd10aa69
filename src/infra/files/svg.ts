// Refuses an SVG that does more than show itself. Read in slices, so that a large drawing does not block the event loop.
import { open, stat } from 'node:fs/promises';
import { type Message, UserError } from '../../lib/user-error.ts';

const messages = {
  svg: /*i18n*/ { id: 'file.svg', message: 'This is not a valid SVG. Save it again as plain SVG.' },
  active: /*i18n*/ { id: 'file.svgActive', message: 'This SVG contains a script, a link or another document. Save it as plain SVG.' },
  large: /*i18n*/ { id: 'file.svgLarge', message: 'An SVG can have up to {megabytes} MB.' },
} as const satisfies Record<string, Message>;

const MB = 1024 * 1024;
const MAX_SVG_MB = 5;
const SLICE_CHARS = 64 * 1024;
/** Slices overlap by more than what is looked for. */
const OVERLAP_CHARS = 2_000;

/** Elements by their local name, whatever the prefix. Animations can set a link. */
const ELEMENT = /<(?:[\w.-]+:)?(?:script|foreignObject|iframe|object|embed|audio|video|handler|listener|set|animate)[\s/>]/i;
const HANDLER = /[\s"'/]on[a-z]+\s*=\s*["']/i;
/** Entities could hide any of these. */
const DECLARATION = /<!(?:ENTITY|ATTLIST|ELEMENT)|<\?xml-stylesheet/i;
/** Links and styles may name parts of the drawing and embedded pictures only. */
const LINK =
  /\b(?:href|src)\s*=\s*(?:"(?!\s*(?:#|data:image\/(?:png|jpe?g|gif|webp)[;,]))|'(?!\s*(?:#|data:image\/(?:png|jpe?g|gif|webp)[;,])))/i;
// Spaces are matched once only: two such parts in a row would take hours over a few thousand spaces.
const STYLE = /@import|url\((?!\s*(?:["']\s*)?(?:#|data:(?:image\/(?:png|jpe?g|gif|webp)|font\/|application\/(?:x-)?font)))/i;
const active = [ELEMENT, HANDLER, DECLARATION, LINK, STYLE];

/** Throws a user error that names the problem. */
export async function checkSvg(path: string): Promise<void> {
  if ((await stat(path)).size > MAX_SVG_MB * MB) throw refused({ ...messages.large, values: { megabytes: MAX_SVG_MB } });
  let isFirst = true;
  for await (const slice of slicesOf(path)) {
    if (isFirst && !isSvg(slice)) throw refused(messages.svg);
    isFirst = false;
    // What begins in the overlap may be cut off at its end; the next slice has all of it.
    if (active.some((pattern) => (pattern.exec(slice)?.index ?? SLICE_CHARS) < SLICE_CHARS)) throw refused(messages.active);
  }
  if (isFirst) throw refused(messages.svg);
}

function isSvg(beginning: string): boolean {
  const encoding = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']*)/i.exec(beginning)?.[1] ?? 'utf-8';
  return /<(?:[\w.-]+:)?svg[\s>]/i.test(beginning) && /^utf-?8$/i.test(encoding);
}

async function* slicesOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  await using file = await open(path, 'r');
  let text = '';
  try {
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      text += decoder.decode(chunk, { stream: true });
      for (; text.length > SLICE_CHARS + OVERLAP_CHARS; text = text.slice(SLICE_CHARS)) yield text.slice(0, SLICE_CHARS + OVERLAP_CHARS);
    }
    text += decoder.decode();
  } catch (cause) {
    throw cause instanceof TypeError ? refused(messages.svg) : cause;
  }
  // The last one: nothing follows, so all of it counts.
  for (; text.length > 0; text = text.slice(SLICE_CHARS)) yield text;
}

const refused = (message: Message) => new UserError(400, { '': [message] });
