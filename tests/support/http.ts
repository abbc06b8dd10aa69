// Raw bytes on a socket, for requests that no HTTP client sends.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { patience } from './patience.ts';

export type RawAnswer = {
  /** 0 if the response was not HTTP. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly text: string;
  /** How the connection ended: closed by the server, complete response, or timeout. */
  readonly end: 'closed' | 'whole' | 'silence';
};

/** Joins lines with CRLF; an empty one ends the headers. */
export const rawRequest = (...lines: readonly string[]): string => lines.join('\r\n');

export function sendRaw(origin: string, bytes: string | Uint8Array, options: { patienceMs?: number } = {}): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const { promise, resolve } = Promise.withResolvers<RawAnswer>();
  const chunks: Buffer[] = [];
  const socket = connect({ host: hostname, port: Number(port) });
  const finish = (end: RawAnswer['end']) => {
    resolve({ ...parse(Buffer.concat(chunks)), end });
    socket.destroy();
  };
  socket.setTimeout(options.patienceMs ?? patience(5_000), () => finish('silence'));
  // A reset after an error counts as closed.
  socket.on('error', () => finish('closed'));
  socket.on('close', () => finish('closed'));
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    if (isWhole(Buffer.concat(chunks))) finish('whole');
  });
  socket.on('connect', () => socket.write(bytes));
  return promise;
}

function parse(bytes: Buffer): Omit<RawAnswer, 'end'> {
  const text = bytes.toString('utf8');
  const [head = '', body = ''] = cut(text, '\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => cut(line, ':')).map(([name = '', value = '']) => [name.toLowerCase(), value.trim()]),
  );
  return { status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0), headers, body, text };
}

function isWhole(bytes: Buffer): boolean {
  const { status, headers, body } = parse(bytes);
  if (!bytes.includes('\r\n\r\n')) return false;
  if (status === 204 || status === 304) return true;
  if (headers['transfer-encoding'] === 'chunked') return body.endsWith('0\r\n\r\n');
  const length = headers['content-length'];
  return length !== undefined && Buffer.byteLength(body) >= Number(length);
}

function cut(text: string, at: string): [string, string] {
  const index = text.indexOf(at);
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + at.length)];
}

// Requests whose framing two readers of a connection could read differently, and what is answered to them.

/** What an attacker would like to be answered as a request. It is a page that the cache has. */
export const HIDDEN = rawRequest('GET /faq HTTP/1.1', 'Host: shop', '', '');
export const LAST = rawRequest('GET /last HTTP/1.1', 'Host: shop', 'Connection: close', '', '');
export const LAST_STATUS = 404;
export const LENGTH = HIDDEN.length;
const HEX = LENGTH.toString(16);
export const CHUNKED = `${HEX}\r\n${HIDDEN}\r\n0\r\n\r\n`;

export async function open(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  // A server that has closed answers later bytes with a reset.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/**
 * Statuses of the answers, in order. Each segment is sent when the server has read those before it, the last
 * one included.
 */
export async function exchange(origin: string, segments: readonly string[]): Promise<number[]> {
  const socket = await open(origin);
  const chunks: Buffer[] = [];
  const closed = once(socket, 'close');
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  for (const segment of [...segments, LAST]) {
    if (!socket.writable) break;
    await new Promise((done) => socket.write(segment, done));
    // The server's loop reads this connection before it answers a later one.
    await fetch(`${origin}/livez`);
  }
  await closed;
  return statuses(Buffer.concat(chunks).toString('latin1'));
}

function statuses(text: string): number[] {
  const [head] = /^HTTP\/1\.1 \d{3} .*?\r\n\r\n/s.exec(text) ?? [];
  if (head === undefined) return text === '' ? [] : [0];
  const status = Number(head.slice('HTTP/1.1 '.length).slice(0, 3));
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  const rest = statuses(text.slice(head.length + length));
  return status < 200 ? rest : [status, ...rest];
}

/**
 * Two plain requests first: they put the page into the cache, and the connection is one that is kept alive.
 */
export const plain = [HIDDEN, HIDDEN];

/** The lines after the first, and the body. `\n` in a line is a bare line feed. */
const tricks: Readonly<Record<string, readonly [head: readonly string[], body: string]>> = {
  'two equal lengths': [['Host: shop', `Content-Length: ${LENGTH}`, `Content-Length: ${LENGTH}`], HIDDEN],
  'two lengths': [['Host: shop', 'Content-Length: 0', `Content-Length: ${LENGTH}`], HIDDEN],
  'a list of lengths': [['Host: shop', `Content-Length: ${LENGTH}, ${LENGTH}`], HIDDEN],
  'a length with a sign': [['Host: shop', `Content-Length: +${LENGTH}`], HIDDEN],
  'a negative length': [['Host: shop', `Content-Length: -${LENGTH}`], HIDDEN],
  'a hexadecimal length': [['Host: shop', `Content-Length: 0x${HEX}`], HIDDEN],
  'a length beyond 64 bits': [['Host: shop', 'Content-Length: 18446744073709551617'], HIDDEN],
  'an empty length': [['Host: shop', 'Content-Length:'], HIDDEN],
  'a length with zeros': [['Host: shop', `Content-Length: 000${LENGTH}`], HIDDEN],
  'a length with a space inside': [['Host: shop', `Content-Length: ${LENGTH} 0`], HIDDEN],
  'a length behind a folded line': [['Host: shop', 'X: a', ` Content-Length: ${LENGTH}`], HIDDEN],
  'a length behind a bare line feed': [['Host: shop', `X: a\nContent-Length: ${LENGTH}`], HIDDEN],
  'a length behind a carriage return': [['Host: shop', `X: a\rContent-Length: ${LENGTH}`], HIDDEN],
  'a length with a space before its colon': [['Host: shop', `Content-Length : ${LENGTH}`], HIDDEN],
  'a length as a header of the connection': [['Host: shop', 'Connection: content-length', `Content-Length: ${LENGTH}`], HIDDEN],
  'length and chunks': [['Host: shop', `Content-Length: ${CHUNKED.length}`, 'Transfer-Encoding: chunked'], CHUNKED],
  'chunks and length': [['Host: shop', 'Transfer-Encoding: chunked', 'Content-Length: 4'], CHUNKED],
  'chunks in capitals': [['Host: shop', 'TRANSFER-ENCODING: CHUNKED'], CHUNKED],
  'chunks with a space before the colon': [['Host: shop', 'Transfer-Encoding : chunked'], CHUNKED],
  'chunks behind a tab': [['Host: shop', 'Transfer-Encoding:\tchunked'], CHUNKED],
  'chunks behind a vertical tab': [['Host: shop', 'Transfer-Encoding: \x0bchunked'], CHUNKED],
  'chunks behind a folded line': [['Host: shop', 'Transfer-Encoding:', ' chunked'], CHUNKED],
  'chunks that are unknown': [['Host: shop', 'Transfer-Encoding: xchunked'], CHUNKED],
  'chunks in quotes': [['Host: shop', 'Transfer-Encoding: "chunked"'], CHUNKED],
  'chunks twice': [['Host: shop', 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], CHUNKED],
  'chunks, then identity': [['Host: shop', 'Transfer-Encoding: chunked, identity'], CHUNKED],
  'identity, then chunks': [['Host: shop', 'Transfer-Encoding: identity', 'Transfer-Encoding: chunked'], CHUNKED],
  'identity with a length': [['Host: shop', 'Transfer-Encoding: identity', `Content-Length: ${LENGTH}`], HIDDEN],
  'an extension of a chunk': [['Host: shop', 'Transfer-Encoding: chunked'], CHUNKED.replace('\r\n', ';a="b"\r\n')],
  'an extension with a line feed': [['Host: shop', 'Transfer-Encoding: chunked'], CHUNKED.replace('\r\n', ';a\nb\r\n')],
  'a chunk size with 0x': [['Host: shop', 'Transfer-Encoding: chunked'], `0x${CHUNKED}`],
  'a chunk size with a sign': [['Host: shop', 'Transfer-Encoding: chunked'], `+${CHUNKED}`],
  'a chunk size beyond 64 bits': [['Host: shop', 'Transfer-Encoding: chunked'], `1000000000000000${CHUNKED}`],
  'a chunk that ends with a line feed': [['Host: shop', 'Transfer-Encoding: chunked'], CHUNKED.replace('\r\n0', '\n0')],
  'a chunk longer than its size': [['Host: shop', 'Transfer-Encoding: chunked'], `1\r\n${HIDDEN}\r\n0\r\n\r\n`],
  'a trailer with a length': [['Host: shop', 'Transfer-Encoding: chunked'], `0\r\nContent-Length: ${LENGTH}\r\n\r\n`],
  'an upgrade with a length': [['Host: shop', 'Connection: Upgrade', 'Upgrade: h2c', `Content-Length: ${LENGTH}`], HIDDEN],
  'an upgrade with chunks': [['Host: shop', 'Connection: Upgrade', 'Upgrade: websocket', 'Transfer-Encoding: chunked'], CHUNKED],
  'an expectation with a length': [['Host: shop', 'Expect: 100-continue', `Content-Length: ${LENGTH}`], HIDDEN],
  'an unknown expectation': [['Host: shop', 'Expect: cake', `Content-Length: ${LENGTH}`], HIDDEN],
  'two hosts': [['Host: shop', 'Host: other', `Content-Length: ${LENGTH}`], HIDDEN],
  'no host': [[`Content-Length: ${LENGTH}`], HIDDEN],
  'a zero byte in a header': [['Host: shop', 'X: a\0b', `Content-Length: ${LENGTH}`], HIDDEN],
  'a header without a name': [['Host: shop', ': a', `Content-Length: ${LENGTH}`], HIDDEN],
  'a header without a colon': [['Host: shop', 'Content-Length', `Content-Length: ${LENGTH}`], HIDDEN],
};

const starts = ['GET /faq HTTP/1.1', 'POST /faq HTTP/1.1'];
export const framings = Object.entries(tricks).flatMap(([name, [head, body]]) =>
  starts.map((start) => [`${start.split(' ')[0]} with ${name}`, rawRequest(start, ...head, '', ''), body] as const),
);

/** Tricks that got more than one answer, or one and something else than the end of the connection. */
export async function tricked(origin: string, between: () => Promise<unknown> = async () => undefined): Promise<string[]> {
  const errors: string[] = [];
  for (const [name, head, body] of framings)
    for (const segments of [[head, body], [head + body]]) {
      const answers = (await exchange(origin, [...plain, ...segments])).slice(plain.length);
      const isOneAndLast = answers.length === 2 && answers[1] === LAST_STATUS;
      if (answers.length !== 1 && !isOneAndLast) errors.push(`${name}, ${segments.length} segments: ${answers}`);
      await between();
    }
  return errors;
}
