// Raw bytes on a socket, for requests that no HTTP client sends.
import { connect } from 'node:net';
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
  // A reset after a refusal counts as closed.
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
