// Repeats the answers of cached pages before Fastify: its router, hooks and objects cost a third of the time
// of a cached page.
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Bytes } from './send-bytes.ts';

export type RepeatedResponses = {
  /** False: Fastify answers. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** An equal request gets the same answer until the version changes. `bytes` are of the present version. */
  remember(request: FastifyRequest, bytes: Bytes, more: OutgoingHttpHeaders): void;
  drop(): void;
};

type Repeated = {
  readonly version: string;
  readonly route: string;
  readonly body: Buffer;
  readonly headers: readonly string[];
};

type RepeatOptions = {
  /** Version of everything that a remembered answer depends on, besides the request. */
  readonly version: () => string;
  readonly newId: () => string;
  /** False: Fastify answers, such as while the server drains. */
  readonly isOn: () => boolean;
  readonly onRepeated: (id: string, answer: { readonly route: string; readonly seconds: number }) => void;
};

/** Visitors differ in their cookies and languages. What is not remembered costs what it did before. */
const MAX_ANSWERS = 2_000;
const MAX_KEY_CHARS = 1_000;

/**
 * How a header decides: it chooses the variant, there must be one of it, a proxy sets it, or Fastify handles
 * the request.
 */
const headerRoles: ReadonlyMap<string, 'chooses' | 'once' | 'proxied' | 'excludes'> = new Map([
  ['accept-encoding', 'chooses'],
  ['accept-language', 'chooses'],
  ['cookie', 'chooses'],
  ['host', 'once'],
  ['content-length', 'excludes'],
  ['expect', 'excludes'],
  ['if-none-match', 'excludes'],
  ['transfer-encoding', 'excludes'],
  ['x-forwarded-for', 'proxied'],
]);
/** Most headers are skipped by their length alone. */
const lengths = new Set(Array.from(headerRoles.keys(), ({ length }) => length));

/** All of a request that chooses its answer. Undefined: Fastify answers it. */
function getRepeatKey({ method, url, httpVersion, rawHeaders, socket }: IncomingMessage): string | undefined {
  if (method !== 'GET' || url === undefined || httpVersion !== '1.1') return undefined;
  let key = url;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!lengths.has(name.length)) continue;
    const lower = name.toLowerCase();
    const role = headerRoles.get(lower);
    if (role === 'excludes') return undefined;
    if (role === 'once') hosts++;
    // Declared proxies get another answer than clients that claim to be one.
    if (role === 'proxied') key += `\nby:${socket.remoteAddress}`;
    if (role === 'chooses') key += `\n${lower}:${rawHeaders[index + 1]}`;
  }
  return hosts === 1 && key.length <= MAX_KEY_CHARS ? key : undefined;
}

export function openRepeatedResponses({ version, newId, isOn, onRepeated }: RepeatOptions): RepeatedResponses {
  const answers = new Map<string, Repeated>();

  function findAnswer(request: IncomingMessage): Repeated | undefined {
    if (answers.size === 0 || !isOn()) return undefined;
    const key = getRepeatKey(request);
    const answer = key === undefined ? undefined : answers.get(key);
    return answer?.version === version() ? answer : undefined;
  }

  return {
    answer(request, response) {
      const startedAt = performance.now();
      const answer = findAnswer(request);
      if (!answer) return false;
      const id = newId();
      response.writeHead(200, [...answer.headers, 'x-request-id', id]).end(answer.body);
      onRepeated(id, { route: answer.route, seconds: (performance.now() - startedAt) / 1_000 });
      return true;
    },
    remember(request, { body, headers }, more) {
      const key = getRepeatKey(request.raw);
      if (key === undefined) return;
      answers.set(key, {
        version: version(),
        route: request.routeOptions.url ?? '(none)',
        body,
        headers: Object.entries({ ...headers, ...more }).flatMap(([name, value]) =>
          [value].flat().flatMap((each) => (each === undefined ? [] : [name, String(each)])),
        ),
      });
      for (const oldest of answers.keys()) {
        if (answers.size <= MAX_ANSWERS) break;
        answers.delete(oldest);
      }
    },
    drop: () => answers.clear(),
  };
}
