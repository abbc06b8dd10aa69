import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeFunds, creditShare, findDepositLimit, isIn, listKinds, subjects, transfers } from './rules.ts';

describe('transfers of the ledger', () => {
  // Written a second time, because a wrong account moves money: kind, from, to, and the row that causes it.
  const all = `
    sale             provider  sales     charge
    deposit          provider  cash      charge
    stray            provider  cash      charge
    bonus            promotion promo     deposit
    spend            cash      sales     purchase
    spendPromo       promo     sales     purchase
    giveBack         sales     cash      order
    giveBackPromo    sales     promo     order
    partBack         sales     cash      part
    partBackPromo    sales     promo     part
    gift             promotion promo     gift
    refund           sales     provider  refund
    refundFailed     provider  cash      refund
    depositBack      cash      provider  refund
    bonusBack        promo     promotion refund
    bonusAgain       promotion promo     refund
    returned         receivable provider dispute
    reinstated       provider  receivable dispute
    fundsTaken       cash      receivable dispute
    fundsRestored    receivable cash     dispute
    invoiced         receivable sales    purchase
    claimLowered     sales     receivable order
    claimLoweredInPart sales   receivable part
    settled          bank      receivable settlement
    overpaid         bank      cash      settlement
    settledUndone    receivable bank     settlement
    overpaidUndone   cash      bank      settlement
    settledOnline    provider  receivable settlement
    overpaidOnline   provider  cash      settlement
    reinstatedToBalance receivable cash  dispute
    settledFromBalance cash    receivable settlement
    paidOut          cash      bank      payout
    broughtOver      opening   cash      brought
    broughtOverCredit opening  promo     brought
    broughtOverUndone cash     opening   brought
    broughtOverCreditUndone promo opening brought`;

  test('each kind: from one account to another, once for each row of its cause', () => {
    const found = Object.entries(transfers).map(([kind, { from, to }]) =>
      [kind, from, to, subjects[kind as keyof typeof subjects]].join(' '),
    );
    const written = all
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).join(' '));
    expect(found.toSorted()).toEqual(written.toSorted());
    expect(Object.keys(subjects)).toHaveLength(found.length);
  });

  test('promotional credit: never leaves the shop, and cash is never made of it', () => {
    // What came with a move goes back to where it came from.
    for (const [kind, { from, to }] of Object.entries(transfers)) {
      if (from === 'promo') expect(kind === 'broughtOverCreditUndone' ? ['opening'] : ['sales', 'promotion']).toContain(to);
      if (from === 'promotion') expect(to).toBe('promo');
      if (to === 'provider') expect(['sales', 'cash', 'receivable']).toContain(from);
    }
  });

  test('statement: every kind is either in or out', () => {
    expect(listKinds('in')).toEqual([
      'deposit',
      'stray',
      'bonus',
      'giveBack',
      'giveBackPromo',
      'partBack',
      'partBackPromo',
      'gift',
      'refundFailed',
      'bonusAgain',
      'fundsRestored',
      'overpaid',
      'overpaidOnline',
      'reinstatedToBalance',
      'broughtOver',
      'broughtOverCredit',
    ]);
    expect(listKinds('out')).toEqual([
      'sale',
      'spend',
      'spendPromo',
      'refund',
      'depositBack',
      'bonusBack',
      'returned',
      'reinstated',
      'fundsTaken',
      'invoiced',
      'claimLowered',
      'claimLoweredInPart',
      'settled',
      'settledUndone',
      'overpaidUndone',
      'settledOnline',
      'settledFromBalance',
      'paidOut',
      'broughtOverUndone',
      'broughtOverCreditUndone',
    ]);
    expect([isIn(transfers.deposit), isIn(transfers.bonus), isIn(transfers.sale), isIn(transfers.bonusBack)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('deposits', () => {
  const limits = [
    { currency: 0, least: 1_000, most: 100_000 },
    { currency: 1, least: 2_000, most: 200_000 },
  ];
  const currencies = { sold: [0, 3], all: [0, 3, 1, 4] };

  test.each([
    ['sold', 0, limits[0]],
    ['no longer sold', 1, undefined],
    ['sold without limits', 3, undefined],
  ])('in a currency that is %s', (_, currency, limit) => expect(findDepositLimit(limits, currencies, currency)).toEqual(limit));

  test('funds: what the shop sells in, and other balances with something in them, which can only be spent', () => {
    const wallets = [
      { currency: 0, cash: 500, promo: 70 },
      { currency: 1, cash: 0, promo: 1 },
      { currency: 4, cash: 0, promo: 0 },
    ];
    expect(computeFunds(wallets, limits, currencies)).toEqual([
      { currency: 0, least: 1_000, most: 100_000, balance: 570, promo: 70 },
      { currency: 3, least: 0, most: 0, balance: 0, promo: 0 },
      { currency: 1, least: 0, most: 0, balance: 1, promo: 1 },
    ]);
  });
});

describe('credit of a refunded deposit', () => {
  test.each([
    [{ price: 10_000, amount: 12_000, refunded: 0 }, 10_000, 2_000],
    [{ price: 10_000, amount: 12_000, refunded: 0 }, 1, 0],
    [{ price: 10_000, amount: 12_000, refunded: 0 }, 5, 1],
    [{ price: 10_000, amount: 12_000, refunded: 4 }, 1, 1],
    [{ price: 10_000, amount: 12_000, refunded: 9_999 }, 1, 1],
    [{ price: 10_000, amount: 10_000, refunded: 0 }, 10_000, 0],
    [{ price: 0, amount: 2_000, refunded: 0 }, 0, 0],
  ])('%o, back %i: withdraws %i', (deposit, back, share) => expect(creditShare(deposit, back)).toBe(share));

  test('any parts: together they withdraw all of the credit, and no part more than its share, rounded', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(parts, fc.nat(1_000_000), (given, credit) => {
        const price = given.reduce((sum, each) => sum + each, 0);
        let [refunded, withdrawn] = [0, 0];
        for (const part of given) {
          const share = creditShare({ price, amount: price + credit, refunded }, part);
          expect(Math.abs(share - (credit * part) / price)).toBeLessThan(1);
          refunded += part;
          withdrawn += share;
        }
        expect(withdrawn).toBe(credit);
      }),
    );
  });
});
