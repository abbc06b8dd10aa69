// Reads the server-sent events until the stream ends. Uses fetch, because EventSource cannot send the token
// in a header and in the address it would be logged.
import { buildRequest, getApiBase, renewTokens, shouldRefresh } from './client.ts';
import { getAccessToken } from './session.ts';

/** `retryMs`: when the server wants the next connection; 0 if it did not say. */
export type StreamEvent = { readonly name: string; readonly data: string; readonly retryMs: number };

/** A proxy that buffers events delays even the first one. */
const FIRST_EVENT_TIMEOUT_MS = 6_000;
/** More than two of the server's heartbeats. */
const SILENCE_MS = 40_000;

type Reading = {
  /** Maximum age of the rendered page; absent if the page reloads everything itself. */
  readonly sinceMs?: number | undefined;
  readonly onEvent: (event: StreamEvent) => void;
};

/** Resolves when the stream ends; `gone` aborts it. */
export async function readStream(signal: AbortSignal, { sinceMs, onEvent }: Reading): Promise<void> {
  const attempt = new AbortController();
  const stop = () => attempt.abort();
  signal.addEventListener('abort', stop);
  let silence = setTimeout(stop, FIRST_EVENT_TIMEOUT_MS);
  try {
    const reader = (await open(attempt.signal, sinceMs)).getReader();
    const decoder = new TextDecoder();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(silence);
      silence = setTimeout(stop, SILENCE_MS);
      const come = parseEvents(rest + decoder.decode(value, { stream: true }));
      rest = come.rest;
      for (const event of come.events) onEvent(event);
    }
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
    stop();
  }
}

async function open(signal: AbortSignal, sinceMs: number | undefined): Promise<ReadableStream<Uint8Array>> {
  const base = getApiBase();
  const token = getAccessToken();
  const request = () => {
    const { address, init } = buildRequest('GET /api/events', { sinceMs }, { base, token: getAccessToken() });
    return fetch(address, { ...init, headers: { ...init.headers, accept: 'text/event-stream' }, cache: 'no-store', signal });
  };
  const first = await request();
  const answer = shouldRefresh(first.status, token) ? await renewTokens(token, base).then(request) : first;
  if (answer.status !== 200 || !answer.body) throw new Error(`event stream: HTTP ${answer.status}`);
  return answer.body;
}

/** Pure: complete events, and the rest of the text. Heartbeats are skipped. */
export function parseEvents(text: string): { readonly events: readonly StreamEvent[]; readonly rest: string } {
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  const events = blocks.flatMap((block) => {
    const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
    const name = fields.get('event');
    return name === undefined ? [] : [{ name, data: fields.get('data') ?? '', retryMs: Number(fields.get('retry') ?? 0) }];
  });
  return { events, rest };
}
