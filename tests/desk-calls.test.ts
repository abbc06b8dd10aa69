// Every call of the desk's table, whatever an owner's window sends to it: a clear no, never a fault of ours.
import fc from 'fast-check';
import { type DeskCall, type DeskCallRow, deskApi } from '../src/desk-api.ts';
import { anything } from './support/anything.ts';
import { operating } from './support/desk.ts';
import { test as base, describe, expect } from './support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

// Whoever logs out, or lets everybody go, has nothing more to say here.
const calls = (Object.keys(deskApi) as DeskCall[]).filter((name) => name !== 'POST /api/log-out' && name !== 'POST /api/join');
const RUNS = process.env.FULL ? 2_000 : 40;
const AT_ONCE = 4;

/** Those that the shapes know, wherever in them. */
const names = [...new Set(Object.values<DeskCallRow>(deskApi).flatMap(({ input }) => Object.keys(shapeOf(input))))];
const sent = anything([...names, '__proto__', 'constructor', 'toString']);

function shapeOf(input: unknown): object {
  return (input as { shape?: object } | undefined)?.shape ?? {};
}

describe('whatever is sent to the desk', () => {
  test('names are there to be sent', () => {
    expect(names.length).toBeGreaterThan(20);
  });

  test.for(calls)('%s answers, and never with a fault of ours', async (name, { shop }) => {
    const owner = await operating(shop, 'owner');
    const [method = '', path = ''] = name.split(' ');
    const { body: bytes }: DeskCallRow = deskApi[name];
    const send = async (body: unknown) => {
      const query = new URLSearchParams(
        Object.entries(Object(body)).map(([key, each]) => [key, typeof each === 'string' ? each : (JSON.stringify(each) ?? '')]),
      );
      const answer = await fetch(`${shop.urls.desk}${path}${method === 'GET' || bytes ? `?${query}` : ''}`, {
        method,
        headers: { origin: shop.urls.desk, cookie: owner.cookie, 'content-type': bytes ? 'application/octet-stream' : 'application/json' },
        ...(method === 'GET' ? {} : { body: JSON.stringify(body) ?? '' }),
      });
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
      const text = isStream ? await answer.body?.cancel().then(() => '') : await answer.text();
      return { status: answer.status, text: text ?? '' };
    };
    await fc.assert(
      fc.asyncProperty(fc.array(sent, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (bodies) => {
        for (const { status, text } of await Promise.all(bodies.map(send))) {
          expect([200, 204, 400, 404, 413], text).toContain(status);
          if (status === 400) expect(Object.keys(JSON.parse(text).errors).length, text).toBeGreaterThan(0);
        }
      }),
      { numRuns: RUNS / AT_ONCE },
    );
  });
});
