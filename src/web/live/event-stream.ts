// One reading of the shop's stream of events, from the asking to its end. The token goes along in a header, as with every call; a page's own EventSource
// could only put it into the address, where it would be written down on the way.
import { apiBase, renew, requestOf, shouldRefresh } from '../api/client.ts';
import { accessToken } from '../api/session.ts';

export type StreamEvent = { readonly name: string; readonly data: string };

/** Something on the way that keeps events back lets not even the first one through. */
const HELLO_MS = 6_000;
/** More than two beats of the shop's. */
const SILENCE_MS = 40_000;

type Reading = {
  /** How long ago the page was drawn, at the most; absent where it asks for everything itself. */
  readonly sinceMs?: number | undefined;
  readonly hear: (event: StreamEvent) => void;
};

/** Resolves when it has ended, in whatever way; `gone` ends it. */
export async function readStream(gone: AbortSignal, { sinceMs, hear }: Reading): Promise<void> {
  const attempt = new AbortController();
  const stop = () => attempt.abort();
  gone.addEventListener('abort', stop);
  let silence = setTimeout(stop, HELLO_MS);
  try {
    const reader = (await open(attempt.signal, sinceMs)).getReader();
    const decoder = new TextDecoder();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(silence);
      silence = setTimeout(stop, SILENCE_MS);
      const come = eventsIn(rest + decoder.decode(value, { stream: true }));
      rest = come.rest;
      for (const event of come.events) hear(event);
    }
  } finally {
    clearTimeout(silence);
    gone.removeEventListener('abort', stop);
    stop();
  }
}

async function open(signal: AbortSignal, sinceMs: number | undefined): Promise<ReadableStream<Uint8Array>> {
  const base = apiBase();
  const token = accessToken();
  const ask = () => {
    const { address, init } = requestOf('GET /api/events', { sinceMs }, { base, token: accessToken() });
    return fetch(address, { ...init, headers: { ...init.headers, accept: 'text/event-stream' }, cache: 'no-store', signal });
  };
  const first = await ask();
  const answer = shouldRefresh(first.status, token) ? await renew(token, base).then(ask) : first;
  if (answer.status !== 200 || !answer.body) throw new Error(`the stream was answered with ${answer.status}`);
  return answer.body;
}

/** Pure: whole events, and the beginning of the next one. What is only a beat is none. */
export function eventsIn(text: string): { readonly events: readonly StreamEvent[]; readonly rest: string } {
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  const events = blocks.flatMap((block) => {
    const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
    const name = fields.get('event');
    return name === undefined ? [] : [{ name, data: fields.get('data') ?? '' }];
  });
  return { events, rest };
}
