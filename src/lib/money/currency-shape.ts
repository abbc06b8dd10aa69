// The shape of a currency's number on the wire.
import * as z from 'zod/mini';
import { Currency, type CurrencyNumber, isCurrency } from './money.ts';

/** The number of any currency. Whether the shop sells in it is decided where something is sold. */
export const currencyShape = (z.any() as unknown as z.ZodMiniType<CurrencyNumber, CurrencyNumber>).check((found) => {
  if (!isCurrency(found.value)) found.issues.push({ code: 'invalid_value', values: Object.values(Currency), input: found.value });
});
