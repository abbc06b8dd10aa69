// Refuses an SVG that does more than show itself. Read as XML piece by piece, so that a large drawing does
// not block the event loop.
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type Message, UserError } from '#lib/user-error.ts';
import { isSystemError } from './open-zip.ts';

const messages = {
  svg: /*i18n*/ { id: 'file.svg', message: 'This is not a valid SVG. Save it again as plain SVG.' },
  active: /*i18n*/ { id: 'file.svgActive', message: 'This SVG contains a script, a link or another document. Save it as plain SVG.' },
  large: /*i18n*/ { id: 'file.svgLarge', message: 'An SVG can have up to {megabytes} MB.' },
} as const satisfies Record<string, Message>;

const MB = 1024 * 1024;
const MAX_SVG_MB = 5;
const XHTML = 'http://www.w3.org/1999/xhtml';

/** By their local name, whatever the prefix. Animations can set a link. */
const activeElements = new Set([
  'script',
  'foreignobject',
  'iframe',
  'object',
  'embed',
  'audio',
  'video',
  'handler',
  'listener',
  'set',
  'animate',
]);
const HANDLER = /^on[a-z]/;
/** Attributes that load what they name. */
const LINK = /^(?:href|src|base)$/;
/** Links and styles may name parts of the drawing and embedded pictures only. */
const OWN_LINK = /^\s*(?:#|data:image\/(?:png|jpe?g|gif|webp)[;,]|$)/i;
// Spaces are matched once only: two such parts in a row would take hours over a few thousand spaces.
const LOADING_STYLE =
  /@import|\b(?:image-set|src)\(|url\((?!\s*(?:["']\s*)?(?:#|data:(?:image\/(?:png|jpe?g|gif|webp)|font\/|application\/(?:x-)?font)))/i;

/** Throws a user error that names the problem. */
export async function checkSvg(chunks: AsyncIterable<Buffer>): Promise<void> {
  const parser = openParser();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > MAX_SVG_MB * MB) throw createError({ ...messages.large, values: { megabytes: MAX_SVG_MB } });
      parser.write(decoder.decode(chunk, { stream: true }));
    }
    parser.write(decoder.decode()).close();
  } catch (cause) {
    // What the decoder and the parser throw is about the content.
    throw cause instanceof UserError || isSystemError(cause) ? cause : createError(messages.svg);
  }
}

function openParser(): SaxesParser {
  const parser = new SaxesParser();
  let isFirst = true;
  /** Of a style element; undefined outside. */
  let style: string | undefined;
  const addStyle = (text: string) => {
    if (style !== undefined) style += text;
  };
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^utf-?8$/i.test(encoding)) throw createError(messages.svg);
  });
  // Entities could hide any of what is looked for.
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw createError(messages.active);
  });
  parser.on('processinginstruction', ({ target }) => {
    if (/^xml-stylesheet$/i.test(target)) throw createError(messages.active);
  });
  parser.on('opentag', (tag) => {
    if (isFirst && getLocalName(tag.name) !== 'svg') throw createError(messages.svg);
    isFirst = false;
    if (isActive(tag)) throw createError(messages.active);
    if (getLocalName(tag.name) === 'style') style ??= '';
  });
  parser.on('text', addStyle);
  parser.on('cdata', addStyle);
  parser.on('closetag', ({ name }) => {
    if (getLocalName(name) !== 'style') return;
    if (isLoading(style ?? '')) throw createError(messages.active);
    style = undefined;
  });
  return parser;
}

/** Whatever the prefix. */
const getLocalName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

const isActive = ({ name, attributes }: SaxesTagPlain): boolean =>
  activeElements.has(getLocalName(name)) ||
  Object.entries(attributes).some(([attribute, value]) => isActiveAttribute(getLocalName(attribute), value));

/** Elements of HTML could be anything. */
const isActiveAttribute = (name: string, value: string): boolean =>
  value === XHTML || HANDLER.test(name) || (LINK.test(name) && !OWN_LINK.test(value)) || isLoading(value);

/** CSS may write any letter by its number. */
const isLoading = (style: string): boolean =>
  LOADING_STYLE.test(
    style.includes('\\')
      ? style.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gis, (_, code?: string, letter?: string) =>
          code ? String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)) : (letter ?? ''),
        )
      : style,
  );

const createError = (message: Message) => new UserError(400, { '': [message] });
