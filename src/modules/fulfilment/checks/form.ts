// Finds unfilled placeholders and broken links. Links are only parsed, never requested.
import { isHttpsAddress } from '#lib/https-address.ts';
import type { Check, Finding } from '../shapes-report.ts';
import { checkOf, checkOfFindings, finding, toCheckMessage } from './check.ts';
import { chunksOf } from './text.ts';

/** Bounded to a line and a length, so that matching stays linear. */
const placeholders = [
  // [name], {product}, {{first name}}, <your brand>; not the text of a link, a footnote or a box to tick.
  /\[(?![ xX]?\])(?!\^)[^[\]\n]{1,80}\](?!\(|\[|:\s?<?http)/gu,
  /\{{1,2}[^{}\n]{1,80}\}{1,2}/gu,
  /<(?:your|insert|name|su|nombre|inserte|tu)\b[^<>\n]{0,80}>/giu,
  /［[^［］\n]{1,80}］|〔[^〔〕\n]{1,80}〕|【(?:要|仮|ここ|お名前|商品名|記入|入力)[^【】\n]{0,80}】/gu,
  /\b(?:TO ?DO|TBD|TBC|X{3,}|PENDIENTE)\b/gu,
  /\b(?:lorem ipsum|insert (?:here|text|link|name)|your (?:brand|name|text) here)\b/giu,
  /_{3,80}|[〇○●◯]{2,80}|…{3,80}|（仮）|\(仮\)|要確認/gu,
] as const;

export function leftovers(text: string): Check {
  const found = placeholders.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: all, index }) => finding({ from: index, to: index + all.length }, 'placeholder')),
  );
  return checkOfFindings('placeholders', once(found), 'wrong');
}

/** Drops findings inside other findings. */
function once(findings: readonly Finding[]): Finding[] {
  const outermost: Finding[] = [];
  for (const each of findings.toSorted((a, b) => a.from - b.from || b.to - a.to))
    if (each.to > (outermost.at(-1)?.to ?? -1)) outermost.push(each);
  return outermost;
}

const scheme = /(?:https?|ftp):\/{0,2}|www\./iu;
/** Punctuation that does not belong to the end of a URL. */
const behind = new Set('.,;:!?)]}>"\'»”’。、」』）*_');
const inAddress = /^[\p{L}\p{N}\p{M}\-._~:/?#[\]@!$&'()*+,;=%|]+$/u;
/** Japanese punctuation ends a URL without a space. */
const japaneseSigns = /[（）「」『』【】〈〉《》、。]/u;
const LINK_CHARS = 2_048;

export function links(text: string): Check {
  const found: Finding[] = [];
  let count = 0;
  for (const { chunk, from } of chunksOf(text)) {
    for (const { address, at } of addressesIn(chunk)) {
      count++;
      const kind = faultOf(address);
      if (kind) found.push(finding({ from: from + at, to: from + at + address.length }, kind, { suggestions: mended(address) }));
    }
    const empty = chunk.indexOf(']()');
    if (empty !== -1) found.push(finding({ from: from + empty, to: from + empty + ']()'.length }, 'linkBroken'));
  }
  if (count === 0 && found.length === 0) return checkOf('links', 'skipped', toCheckMessage('links.none'));
  if (found.length === 0) return checkOf('links', 'fine', toCheckMessage('links.fine', { count }));
  return checkOf(
    'links',
    found.some(({ kind }) => kind === 'linkBroken') ? 'wrong' : 'look',
    toCheckMessage('links.found', { count: found.length }),
    found,
  );
}

/**
 * URLs of a chunk: each from its scheme to the next or to the end, without surrounding punctuation or
 * Markdown.
 */
function* addressesIn(chunk: string): Generator<{ readonly address: string; readonly at: number }> {
  for (let at = 0; at < chunk.length; ) {
    const begin = chunk.slice(at).search(scheme);
    if (begin === -1) return;
    at += begin;
    const rest = chunk.slice(at, at + LINK_CHARS + 1).split(japaneseSigns, 1)[0] ?? '';
    let end = rest.length;
    // Inside a Markdown link the closing bracket ends the URL, unless the URL contains brackets.
    const close = chunk.charAt(at - 1) === '(' ? closing(rest) : -1;
    if (close !== -1) end = close;
    while (end > 0 && close === -1 && behind.has(rest.charAt(end - 1)) && !(rest.charAt(end - 1) === ')' && rest.includes('('))) end--;
    const address = rest.slice(0, end);
    if (address !== '') yield { address, at };
    at += Math.max(end, 1) + (end > LINK_CHARS ? chunk.length : 0);
  }
}

function closing(rest: string): number {
  let open = 0;
  for (let at = 0; at < rest.length; at++) {
    if (rest.charAt(at) === '(') open++;
    else if (rest.charAt(at) === ')' && open-- === 0) return at;
  }
  return -1;
}

function faultOf(address: string): 'linkPlain' | 'linkBroken' | undefined {
  if (isHttpsAddress(address) && inAddress.test(address) && address.length <= LINK_CHARS && !address.slice(8).includes('://'))
    return undefined;
  const secure = address.replace(/^http:\/\//i, 'https://').replace(/^www\./i, 'https://www.');
  return secure !== address && isHttpsAddress(secure) && inAddress.test(secure) ? 'linkPlain' : 'linkBroken';
}

const mended = (address: string): string[] =>
  faultOf(address) === 'linkPlain' ? [address.replace(/^http:\/\//i, 'https://').replace(/^www\./i, 'https://www.')] : [];
