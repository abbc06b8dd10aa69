// The door of the room. A cart is priced from the catalogue in memory; only a coupon is asked of the database.
import { setImmediate } from 'node:timers/promises';
import { shapeRefusal } from '../../infra/http/faults.ts';
import { say } from '../../infra/words.ts';
import type { Locale } from '../../lib/locale.ts';
import { lineTotal, reckon } from '../../lib/price.ts';
import { fieldName, type Message, Refusal } from '../../lib/refusal.ts';
import type { CatalogueRoom } from '../catalogue/actions.ts';
import type { CouponsRoom, Guesser, Tried } from '../coupons/actions.ts';
import type { FilesRoom } from './files.ts';
import { type CheckedLine, checkLine, filesIn, requestsOf } from './rules.ts';
import { fileGone, type Quote, type QuoteAsk } from './shapes.ts';

/** Who buys, as the connection tells it. */
export type Buyer = Guesser & { readonly locale: Locale };

export type OrdersRoom = { quote(buyer: Buyer, ask: QuoteAsk): Promise<Quote> };

type Above = { readonly catalogue: CatalogueRoom; readonly coupons: CouponsRoom; readonly files: Pick<FilesRoom, 'missing'> };

export function openOrders({ catalogue, coupons, files }: Above): OrdersRoom {
  return {
    async quote(buyer, ask) {
      const lines = await checkCart(catalogue, buyer.locale, ask);
      await checkFiles(files, buyer, lines);
      const tried = ask.couponCode ? await tryCoupon(coupons, buyer, ask.couponCode, ask, lines) : undefined;
      const reckoned = reckon(
        lines.map((line, index) => ({ ...line, takes: tried?.lines[index]?.takes ?? false })),
        tried?.reduction,
      );
      const why = (index: number) => tried?.lines[index]?.why;
      return { ...reckoned, lines: reckoned.lines.map((line, index) => ({ ...line, why: said(why(index), buyer.locale) })) };
    },
  };
}

const said = (message: Message | null | undefined, locale: Locale): string | null => (message ? say(message, locale) : null);

/** All lines as they can be ordered, or everything that is wrong with any of them. */
async function checkCart(
  catalogue: CatalogueRoom,
  locale: Locale,
  { currency, orderFormData }: Pick<QuoteAsk, 'currency' | 'orderFormData'>,
): Promise<CheckedLine[]> {
  const { prices } = catalogue.storefront(locale, currency);
  const lines: CheckedLine[] = [];
  const errors: Record<string, readonly Message[]> = {};
  for (const [index, sent] of orderFormData.entries()) {
    // A long text takes a moment to read, and fifty of them would keep everybody else waiting.
    if (index > 0) await setImmediate();
    const checked = checkLine(prices, sent);
    const wrong = 'line' in checked ? stopsOf(catalogue, checked.line) : shapeRefusal(checked.faults, sent).errors;
    for (const [field, messages] of Object.entries(wrong)) errors[`${fieldName(['orderFormData', index])}.${field}`] = messages;
    if ('line' in checked) lines.push(checked.line);
  }
  if (Object.keys(errors).length > 0) throw new Refusal(400, errors);
  return lines;
}

/** What the shop never sells, on the answer that asks for it. */
function stopsOf(catalogue: CatalogueRoom, line: CheckedLine): Record<string, readonly Message[]> {
  const stops = requestsOf(line).map(({ name, text }) => [`answers.${name}`, catalogue.policyStop(text, line.platform)] as const);
  return Object.fromEntries(stops.flatMap(([field, stop]) => (stop ? [[field, [stop]]] : [])));
}

/** Somebody else's file is as little there as one that was removed. */
async function checkFiles(files: Pick<FilesRoom, 'missing'>, { accountId }: Buyer, lines: readonly CheckedLine[]): Promise<void> {
  const given = filesIn(lines);
  const missing = await files.missing(
    accountId,
    given.map(({ id }) => id),
  );
  const wrong = given.filter(({ id }) => missing.has(id));
  if (wrong.length > 0) throw new Refusal(400, Object.fromEntries(wrong.map(({ field }) => [field, [fileGone]])));
}

const tryCoupon = (
  coupons: CouponsRoom,
  buyer: Buyer,
  code: string,
  { currency }: Pick<QuoteAsk, 'currency'>,
  lines: readonly CheckedLine[],
): Promise<Tried> =>
  coupons.guessOn(
    { ...buyer, code },
    {
      ...{ what: 'orders', currency, isFirstPurchase: isFirstPurchase() },
      lines: lines.map((line) => ({ serviceType: line.offer.serviceType, total: lineTotal(line) })),
    },
  );

/** No purchase is kept, so each one is. */
const isFirstPurchase = (): boolean => true;
