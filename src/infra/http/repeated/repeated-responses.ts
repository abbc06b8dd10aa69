// Repeats the answers of cached pages before Fastify and, on a connection that is kept alive, before Node's parser: their objects cost more than sending the bytes.
import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Bytes } from '../send-bytes.ts';
import { answerEarly, EarlyAnswer } from './early-responses.ts';
import type { PlainRequest } from './whole-request.ts';

export type RepeatedResponses = {
  /** An equal request gets the same answer until the version changes. `bytes` are of the present version. */
  remember(request: FastifyRequest, bytes: Bytes, more: OutgoingHttpHeaders): void;
  drop(): void;
  /** When clients have what was sent to them. Node does not know of all of it, so it would close their connections as idle ones. */
  unsent(): Promise<void>;
};

type Repeated = {
  readonly version: string;
  readonly route: string;
  readonly body: Buffer;
  readonly headers: readonly string[];
  early?: EarlyAnswer;
};

type RepeatOptions = {
  /** Version of everything that a remembered answer depends on, besides the request. */
  readonly version: () => string;
  readonly newId: () => string;
  /** False: Fastify answers, such as while the server drains. */
  readonly isOn: () => boolean;
  readonly repeated: (id: string, answer: { readonly route: string; readonly seconds: number }) => void;
};

/** Visitors differ in their cookies and languages. What is not remembered costs what it did before. */
const MAX_ANSWERS = 2_000;
const MAX_KEY_CHARS = 1_000;

/** How a header decides: it chooses the variant, there must be one of it, or Fastify handles the request. */
const headerRoles: ReadonlyMap<string, 'chooses' | 'once' | 'excludes'> = new Map([
  ['accept-encoding', 'chooses'],
  ['accept-language', 'chooses'],
  ['cookie', 'chooses'],
  ['host', 'once'],
  ['content-length', 'excludes'],
  ['expect', 'excludes'],
  ['if-none-match', 'excludes'],
  ['transfer-encoding', 'excludes'],
]);
/** Most headers are skipped by their length alone. */
const lengths = new Set(Array.from(headerRoles.keys(), ({ length }) => length));

/** All of a request that chooses its answer. Undefined: Fastify answers it. */
function repeatKeyOf({ method, url, httpVersion, rawHeaders }: PlainRequest): string | undefined {
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
    if (role === 'chooses') key += `\n${lower}:${rawHeaders[index + 1]}`;
  }
  return hosts === 1 && key.length <= MAX_KEY_CHARS ? key : undefined;
}

/** Answers on `server` before its present listener does. */
export function repeatResponses(server: Server, { version, newId, isOn, repeated }: RepeatOptions): RepeatedResponses {
  const answers = new Map<string, Repeated>();
  const [next] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  if (!next) throw new Error('the server has no listener for requests');

  // Requests that differ in what does not change the page share its bytes.
  const earlyAnswers = new WeakMap<Buffer, Map<string, EarlyAnswer>>();
  function earlyAnswerOf(answer: Repeated): EarlyAnswer {
    if (answer.early) return answer.early;
    const ofBody = earlyAnswers.get(answer.body) ?? new Map<string, EarlyAnswer>();
    earlyAnswers.set(answer.body, ofBody);
    const text = answer.headers.join('\n');
    answer.early = ofBody.get(text) ?? new EarlyAnswer(answer.headers, answer.body, Math.floor(server.keepAliveTimeout / 1_000));
    ofBody.set(text, answer.early);
    return answer.early;
  }

  /** Calls `send` with the answer to an equal request, if there is one. */
  function repeat<Sent>(request: PlainRequest, send: (answer: Repeated, id: string) => Sent): Sent | undefined {
    if (answers.size === 0 || !isOn()) return undefined;
    const startedAt = performance.now();
    const key = repeatKeyOf(request);
    const answer = key === undefined ? undefined : answers.get(key);
    if (!answer || answer.version !== version()) return undefined;
    const id = newId();
    const sent = send(answer, id);
    repeated(id, { route: answer.route, seconds: (performance.now() - startedAt) / 1_000 });
    return sent;
  }

  server.removeListener('request', next);
  server.on('request', (request, response) => {
    const isRepeated = repeat(request, ({ headers, body }, id) => {
      response.writeHead(200, [...headers, 'x-request-id', id]).end(body);
      return true;
    });
    if (!isRepeated) next.call(server, request, response);
  });
  const { unsent } = answerEarly(server, (request) => repeat(request, (answer, id) => earlyAnswerOf(answer).with(id)));
  return {
    remember(request, { body, headers }, more) {
      const key = repeatKeyOf(request.raw);
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
    unsent,
  };
}
