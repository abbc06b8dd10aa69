// Checks whether a mail's sender is authenticated, by the Authentication-Results header (RFC 8601) of the
// shop's own mail server. Pure.
import { normalizeEmail } from '#lib/people/email.ts';
import type { MailHeader } from './mail/rules.ts';

type Result = { readonly method: string; readonly result: string; readonly properties: ReadonlyMap<string, string> };

type Mail = {
  readonly headers: readonly MailHeader[];
  /** All addresses in From. */
  readonly senders: readonly string[];
};

/** `authservId`: the trusted server's id; without it no sender is authenticated. */
export function isProven({ headers, senders }: Mail, authservId: string | undefined): boolean {
  const [sender = ''] = senders;
  const domain = getDomain(sender);
  // With several senders, or an address that mail servers read differently from us, the authenticated address
  // could be another one.
  if (authservId === undefined || senders.length !== 1 || domain === '' || normalizeEmail(sender) !== sender.toLowerCase()) return false;
  if (headers.filter(({ key }) => key.toLowerCase() === 'from').length !== 1) return false;
  const results = parseResults(headers, authservId.toLowerCase());
  const dmarc = results.filter(({ method }) => method === 'dmarc');
  if (dmarc.some(({ result }) => result === 'fail')) return false;
  return dmarc.some((each) => isDmarcPass(each, domain)) || results.some((each) => isAligned(each, domain));
}

const isDmarcPass = ({ result, properties }: Result, domain: string): boolean =>
  result === 'pass' && (properties.get('header.from') ?? domain) === domain;

/**
 * The exact domain: which parent domains belong to the same owner is unknown without the public suffix list.
 */
function isAligned({ method, result, properties }: Result, domain: string): boolean {
  if (result !== 'pass') return false;
  const signer = properties.get('header.d') ?? getDomain(properties.get('header.i') ?? '');
  const envelope = properties.get('smtp.mailfrom') ?? '';
  return (method === 'dkim' && signer === domain) || (method === 'spf' && (envelope === domain || getDomain(envelope) === domain));
}

/** Servers prepend their header, so the first with this id is authentic; later ones may be forged. */
function parseResults(headers: readonly MailHeader[], authservId: string): Result[] {
  for (const { key, value } of headers) {
    if (key.toLowerCase() !== 'authentication-results') continue;
    const [first = '', ...results] = splitSegments(value);
    if (first.trim().split(/\s+/)[0] === authservId) return results.map(parseResult);
  }
  return [];
}

/** "dkim=pass header.d=shop.example" */
function parseResult(segment: string): Result {
  // First to single spaces: a search for "spaces, then =" in a long row of spaces takes the square of its
  // length.
  const [verdict = '', ...rest] = segment.split(/\s+/).join(' ').replace(/ ?= ?/g, '=').trim().split(' ');
  const [method = '', result = ''] = verdict.split('=');
  const properties = new Map(
    rest.map((each) => {
      const at = each.indexOf('=');
      return [each.slice(0, at), each.slice(at + 1)];
    }),
  );
  return { method: method.split('/')[0] ?? '', result, properties };
}

/** Splits at semicolons, in lower case and without comments; semicolons inside quotes do not split. */
function splitSegments(value: string): string[] {
  const segments: string[][] = [[]];
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < value.length; at++) {
    const char = value.charAt(at);
    const escaped = char === '\\' && (quoted || depth > 0);
    if (escaped) at++;
    if (depth === 0 && char === '"') quoted = !quoted;
    else if (quoted) segments.at(-1)?.push(escaped || /[\s;=]/.test(char) ? '_' : char);
    else if (char === '(') depth++;
    else if (char === ')') depth = Math.max(0, depth - 1);
    else if (depth > 0) continue;
    else if (char === ';') segments.push([]);
    else segments.at(-1)?.push(char);
  }
  return segments.map((each) => each.join('').toLowerCase());
}

const getDomain = (address: string): string => (address.includes('@') ? (address.split('@').at(-1) ?? '').toLowerCase() : '');
