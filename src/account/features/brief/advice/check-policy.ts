// Checks a brief against the content policy before it goes into the cart, so that a rejection is shown at the
// field. Loaded lazily.

import type { Quote } from '#modules/orders/shapes.ts';
import { ApiError, type FieldErrors } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import type { CartLine } from '#ui/browser/cart-store.ts';
import type { Sent } from '../../../../api.ts';

const PATIENCE_MS = 3_000;
const ANSWER = 'orderFormData[0].answers.';

/** Errors by question name. If the check fails or times out, the cart reports the rejection later. */
export async function findPolicyViolations(
  { offerId, quantity, platform, answers }: CartLine,
  currency: Sent<'POST /api/orders/quote'>['currency'],
): Promise<FieldErrors> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const request: Sent<'POST /api/orders/quote'> = { currency, orderFormData: [{ offerId, quantity, platform, answers }], couponCode: null };
  const refused = await call('POST /api/orders/quote', request, { signal }).then(
    (_: Quote) => undefined,
    (cause: unknown) => {
      if (cause instanceof ApiError) return cause;
      if (signal.aborted) return undefined;
      throw cause;
    },
  );
  const ofAnswers = Object.entries(refused?.errors ?? {}).filter(([name]) => name.startsWith(ANSWER));
  return Object.fromEntries(ofAnswers.map(([name, texts]) => [name.slice(ANSWER.length), texts]));
}
