// Random request bodies: known field names with unexpected values, so that they get past the first missing
// field.
import fc from 'fast-check';
import { expect } from 'vitest';

const nasty = fc.constantFrom<unknown>(
  ...['', ' ', '\u0000', '\ud800', '\u202eabc', '🎺'.repeat(300), "' or 1=1 --", '<script>alert(1)</script>', '../../etc/passwd'],
  ...[-1, 0, 1.5, 1e308, Number.MAX_SAFE_INTEGER, true, false, null, [], {}, [[]], { toString: 1 }],
);
const value = fc.oneof(
  { weight: 3, arbitrary: nasty },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.emailAddress() },
);

export const anything = (names: readonly string[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc
        .uniqueArray(fc.tuple(fc.constantFrom(...names), value), { maxLength: 12, selector: ([name]) => name })
        .map(Object.fromEntries),
    },
    { weight: 1, arbitrary: fc.jsonValue() },
  );

/** The fields of a call's input. */
export const listFieldNames = (input: unknown): readonly string[] => Object.keys((input as { shape?: object } | undefined)?.shape ?? {});

/**
 * Each field of a call alone, with text that a database cannot store: a random body seldom has one field
 * only.
 */
export const unstorable = (input: unknown): readonly unknown[] =>
  listFieldNames(input).flatMap((name) => ['\u0000', '\ud800'].map((text) => ({ [name]: text })));

type Send = (body: unknown) => Promise<{ readonly status: number; readonly text: string }>;

/** Sends bodies at once; a refusal names what is wrong. */
export const expectAnswers = (send: Send, statuses: readonly number[]) => async (bodies: readonly unknown[]) => {
  for (const { status, text } of await Promise.all(bodies.map(send))) {
    expect(statuses, text).toContain(status);
    if (status === 400) expect(Object.keys(JSON.parse(text).errors).length, text).toBeGreaterThan(0);
  }
};

/** Sends a body to a call of one of the two tables; a stream counts as answered when it begins. */
export function sendingTo(
  origin: string,
  name: string,
  { body: bytes }: { readonly about: string; readonly body?: unknown },
  headers: Readonly<Record<string, string>>,
) {
  const [method = '', path = ''] = name.split(' ');
  return async (body: unknown) => {
    const query = new URLSearchParams(
      Object.entries(Object(body)).map(([key, each]) => [key, typeof each === 'string' ? each : (JSON.stringify(each) ?? '')]),
    );
    const answer = await fetch(`${origin}${path}${method === 'GET' || bytes ? `?${query}` : ''}`, {
      method,
      headers: { ...headers, 'content-type': bytes ? 'application/octet-stream' : 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) ?? '' }),
    });
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
    const text = isStream ? await answer.body?.cancel().then(() => '') : await answer.text();
    return { status: answer.status, text: text ?? '' };
  };
}
