// Anything, by what people write down or read out: looked up by an index each, exactly or by how it begins. Each role finds what it may see.
import { showMoney } from '../../lib/money.ts';
import { findCustomers } from '../accounts/actions.ts';
import { couponByCode } from '../coupons/actions.ts';
import { orderByNumber, ordersByAnyId } from '../orders/actions.ts';
import { paperByNumber } from '../papers/actions.ts';
import { paperNumber } from '../papers/rules.ts';
import { chargeByReference, paymentAtDesk } from '../payments/actions.ts';
import type { Seat } from './operators.ts';
import { rowsOf, type Selling } from './selling.ts';
import { FEWEST_CHARS, type Found } from './shapes-find.ts';
import { type Act, mayDo } from './shapes-roles.ts';

const SHOWN = 8;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

type Look = (selling: Selling, text: string) => Promise<Found>;

const lookups: readonly (readonly [Act, Look])[] = [
  ['orders.see', findOrders],
  ['customers.see', findPeople],
  ['money.see', findPayments],
  ['money.see', findPaper],
  ['coupons.see', findCoupon],
];

export async function findAnything(selling: Selling, { operator }: Seat, text: string): Promise<Found> {
  if (text.length < FEWEST_CHARS) return [];
  const allowed = lookups.filter(([act]) => mayDo(operator.role, act));
  return (await Promise.all(allowed.map(([, look]) => look(selling, text)))).flat();
}

/** "F-7K2Q…", however it was typed; or the id of an order or of a purchase. */
async function findOrders(selling: Selling, text: string): Promise<Found> {
  const { orm } = selling.placing.ground.db;
  const bare = text.toUpperCase().replace(/[\s#]/g, '');
  const number = bare.startsWith('F-') ? bare : `F-${bare}`;
  const rows = uuid.test(text) ? await ordersByAnyId(orm, text, SHOWN) : await orderByNumber(orm, number);
  return (await rowsOf(selling, rows)).map(({ id, number, what, customer }) => ({
    ...{ kind: 'order', path: `/orders/${id}`, title: number, about: [what, customer?.name].filter(Boolean).join(' · ') },
  }));
}

async function findPeople({ placing }: Selling, text: string): Promise<Found> {
  const rows = await findCustomers(placing.ground.db.orm, text, SHOWN);
  return rows.map(({ id, firstName, lastName, email }) => ({
    ...{ kind: 'customer', path: `/customers/${id}`, title: `${firstName} ${lastName}`.trim() || email, about: email },
  }));
}

/** By its own id, or by what its provider calls the charge. */
async function findPayments({ placing }: Selling, text: string): Promise<Found> {
  const { orm } = placing.ground.db;
  const ids = uuid.test(text) ? [text] : await chargeByReference(orm, text);
  const found = (await Promise.all(ids.map((id) => paymentAtDesk(orm, id)))).filter((each) => each !== undefined);
  return found.map(({ id, amount, currency, state, what }) => ({
    ...{ kind: 'payment', path: `/payments/${id}`, title: showMoney({ amount, currency }, 'en'), about: `${state} · ${what}` },
  }));
}

/** It leads to what it was issued for. */
async function findPaper({ placing }: Selling, text: string): Promise<Found> {
  const { orm } = placing.ground.db;
  const found = await paperByNumber(orm, text);
  if (!found) return [];
  const { kind, year, serial, gross, currency, subjectId, accountId } = found;
  const [order] = await ordersByAnyId(orm, subjectId, 1);
  const path = order ? `/orders/${order.id}` : `/customers/${accountId}`;
  return [{ kind: 'paper', path, title: paperNumber(kind, year, serial), about: showMoney({ amount: gross, currency }, 'en') }];
}

async function findCoupon({ placing }: Selling, text: string): Promise<Found> {
  const found = await couponByCode(placing.ground.db.orm, text);
  return found ? [{ kind: 'coupon', path: `/coupons?code=${encodeURIComponent(found.code)}`, title: found.code, about: found.kind }] : [];
}
