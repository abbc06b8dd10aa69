import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isCurrency } from '#lib/money/money.ts';
import { readEvent } from '#modules/payments/stripe/events.ts';
import { changedBytes, randomRuns, readCorpus } from '../support/corpus.ts';

const inputs = readCorpus('webhooks');
const payment = { metadata: { fanfare_payment: '01968f8e-3b52-4cc0-8f00-a1b2c3d4e5f6' } };

/** The event, `undefined` if it is of no interest, or `refused`. The signature was checked before. */
async function read(event: unknown) {
  try {
    return await readEvent(event, async () => payment);
  } catch (cause) {
    if (cause instanceof z.core.$ZodError) return 'refused';
    throw cause;
  }
}

async function expectUsable(event: unknown): Promise<void> {
  const found = await read(event);
  if (found === undefined || found === 'refused') return;
  expect([found.eventId.length > 0, Number.isFinite(found.at.getTime())]).toEqual([true, true]);
  // What the database takes.
  expect(found.at.getUTCFullYear()).toBeGreaterThanOrEqual(1970);
  expect(found.at.getUTCFullYear()).toBeLessThanOrEqual(9999);
  if ('amount' in found) {
    expect(Number.isSafeInteger(found.amount) && found.amount > 0, String(found.amount)).toBe(true);
    expect(isCurrency(found.currency)).toBe(true);
    expect(found.reference.length).toBeGreaterThan(0);
  }
}

describe('webhook of a payment provider', () => {
  test.for(inputs)('$name: read, ignored or refused, as its name says', async ({ name, bytes }) => {
    const event: unknown = JSON.parse(bytes.toString());
    await expectUsable(event);
    const found = await read(event);
    expect(found === 'refused' ? 'refused' : found === undefined ? 'ignored' : 'read').toBe(name.split('-')[0]);
  });

  test('any changed event: read, ignored or refused, and what is read can be booked', async () => {
    const meaningful = ['"', '0', '9', '-', '1e9', 'null', '{}', '[]', 'isk', 'kwd', 'jpy', '.5', '"paid"', '__proto__', 'constructor'];
    await fc.assert(
      fc.asyncProperty(changedBytes(inputs, meaningful), async (bytes) => {
        let event: unknown;
        try {
          event = JSON.parse(bytes.toString());
        } catch {
          return;
        }
        await expectUsable(event);
      }),
      randomRuns,
    );
  });

  test('any values in its fields: the same', async () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.integer(),
      fc.maxSafeInteger(),
      fc.constantFrom('eur', 'ISK', 'paid', 'pi_1', '', null),
    );
    const events = inputs.map(({ bytes }) => JSON.parse(bytes.toString()) as unknown);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...events),
        fc.array(fc.tuple(fc.nat(), value), { minLength: 1, maxLength: 4 }),
        async (event, changes) => {
          const copy = structuredClone(event);
          for (const [at, wanted] of changes) {
            const places = placesIn(copy);
            const place = places[at % Math.max(1, places.length)];
            if (place) place.parent[place.key] = wanted;
          }
          await expectUsable(copy);
        },
      ),
      randomRuns,
    );
  });
});

type Place = { readonly parent: Record<string, unknown>; readonly key: string };

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const parent = value as Record<string, unknown>;
  return Object.keys(parent).flatMap((key) => [{ parent, key }, ...placesIn(parent[key])]);
}
