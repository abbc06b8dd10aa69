// Finds unfilled placeholders and broken links. Links are only parsed, never requested.
import { type Check, type Finding, findPlaceholders } from 'fanfare/plugin';
import { checkOfFindings, createCheck, createFinding, toCheckMessage } from './check.ts';
import { splitChunks } from './text.ts';

export const checkLeftovers = (text: string): Check =>
  checkOfFindings(
    'placeholders',
    findPlaceholders(text).map((place) => createFinding(place, 'placeholder')),
    'wrong',
  );

const scheme = /(?:https?|ftp):\/{0,2}|www\./iu;
/** Punctuation that does not belong to the end of a URL. */
const behind = new Set('.,;:!?)]}>"\'»”’。、」』）*_');
const inAddress = /^[\p{L}\p{N}\p{M}\-._~:/?#[\]@!$&'()*+,;=%|]+$/u;
/** Japanese punctuation ends a URL without a space. */
const japaneseSigns = /[（）「」『』【】〈〉《》、。]/u;
const LINK_CHARS = 2_048;

export function checkLinks(text: string): Check {
  const found: Finding[] = [];
  let count = 0;
  for (const { chunk, from } of splitChunks(text)) {
    for (const { address, at } of listAddresses(chunk)) {
      count++;
      const kind = findLinkError(address);
      if (kind)
        found.push(createFinding({ from: from + at, to: from + at + address.length }, kind, { suggestions: suggestAddress(address) }));
    }
    const empty = chunk.indexOf(']()');
    if (empty !== -1) found.push(createFinding({ from: from + empty, to: from + empty + ']()'.length }, 'linkBroken'));
  }
  if (count === 0 && found.length === 0) return createCheck('links', 'skipped', toCheckMessage('links.none'));
  if (found.length === 0) return createCheck('links', 'fine', toCheckMessage('links.fine', { count }));
  return createCheck(
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
function* listAddresses(chunk: string): Generator<{ readonly address: string; readonly at: number }> {
  for (let at = 0; at < chunk.length; ) {
    const begin = chunk.slice(at).search(scheme);
    if (begin === -1) return;
    at += begin;
    const rest = chunk.slice(at, at + LINK_CHARS + 1).split(japaneseSigns, 1)[0] ?? '';
    let end = rest.length;
    // Inside a Markdown link the closing bracket ends the URL, unless the URL contains brackets.
    const close = chunk.charAt(at - 1) === '(' ? findClosing(rest) : -1;
    if (close !== -1) end = close;
    while (end > 0 && close === -1 && behind.has(rest.charAt(end - 1)) && !(rest.charAt(end - 1) === ')' && rest.includes('('))) end--;
    const address = rest.slice(0, end);
    if (address !== '') yield { address, at };
    at += Math.max(end, 1) + (end > LINK_CHARS ? chunk.length : 0);
  }
}

function findClosing(rest: string): number {
  let open = 0;
  for (let at = 0; at < rest.length; at++) {
    if (rest.charAt(at) === '(') open++;
    else if (rest.charAt(at) === ')' && open-- === 0) return at;
  }
  return -1;
}

/** Absolute, https, a host with a dot, no password. */
function isHttpsAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return protocol === 'https:' && hostname.includes('.') && username === '' && password === '';
}

function findLinkError(address: string): 'linkPlain' | 'linkBroken' | undefined {
  if (isHttpsAddress(address) && inAddress.test(address) && address.length <= LINK_CHARS && !address.slice(8).includes('://'))
    return undefined;
  const secure = address.replace(/^http:\/\//i, 'https://').replace(/^www\./i, 'https://www.');
  return secure !== address && isHttpsAddress(secure) && inAddress.test(secure) ? 'linkPlain' : 'linkBroken';
}

const suggestAddress = (address: string): string[] =>
  findLinkError(address) === 'linkPlain' ? [address.replace(/^http:\/\//i, 'https://').replace(/^www\./i, 'https://www.')] : [];
