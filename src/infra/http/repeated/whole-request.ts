// Recognizes a chunk of a connection that is one whole request, without Node's parser. It is stricter than that: what it does not recognize, Node parses.
import type { IncomingMessage } from 'node:http';

/** As Node reports it. */
export type PlainRequest = Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'rawHeaders'>;

/** One line each, of visible ASCII: no folded lines, no bare line feeds, no space before a colon. */
const fields = "(?:[\\w!#$%&'*+.^`|~-]+:[\\t -~]*\\r\\n)+";
const getPattern = new RegExp(`^GET /[!-~]* HTTP/1\\.1\\r\\n${fields}\\r\\n$`);
const headPattern = new RegExp(`^(?!CONNECT)[A-Z]+ [!-~]+ HTTP/1\\.1\\r\\n${fields}\\r\\n`);
const otherFraming = /\r\n(?:transfer-encoding|upgrade|expect):/i;
const connectionLengths = ['connection'.length, 'proxy-connection'.length];
const START = 'GET '.length;
const VERSION = ' HTTP/1.1'.length;

/** A GET request without any byte after its headers, whose connection stays open; undefined: something else. */
export function plainGetOf(text: string): PlainRequest | undefined {
  if (!getPattern.test(text)) return undefined;
  const first = text.indexOf('\r\n');
  const rawHeaders: string[] = [];
  for (let from = first + 2, end = text.indexOf('\r\n', from); end > from; end = text.indexOf('\r\n', from)) {
    const colon = text.indexOf(':', from);
    const [name, value] = [text.slice(from, colon), text.slice(colon + 1, end).trim()];
    if (connectionLengths.includes(name.length) && /^(?:proxy-)?connection$/i.test(name) && !/^keep-alive$/i.test(value)) return undefined;
    rawHeaders.push(name, value);
    from = end + 2;
  }
  return { method: 'GET', url: text.slice(START, first - VERSION), httpVersion: '1.1', rawHeaders };
}

/** True only if the next byte of the connection begins another request. */
export function isOneRequest(text: string): boolean {
  const [head] = headPattern.exec(text) ?? [];
  if (head === undefined || otherFraming.test(head)) return false;
  const lengths = [...head.matchAll(/\r\ncontent-length:[\t ]*(\d+)[\t ]*(?=\r\n)/gi)].map(([, length]) => Number(length));
  if (lengths.length !== (head.match(/\r\ncontent-length:/gi) ?? []).length || lengths.length > 1) return false;
  return text.length === head.length + (lengths[0] ?? 0);
}
