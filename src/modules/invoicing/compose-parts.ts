// An invoice in two parts: the advance, which is a share of it with its VAT, and the rest, which bears only
// what is left and names the part before. Together they state what one invoice would have.

import { showMoney } from '#lib/money/money.ts';
import { allocate } from '#lib/money/price.ts';
import { showDay } from '#lib/time/date.ts';
import type { Message } from '#lib/user-error.ts';
import { translate } from '#platform/i18n.ts';
import type { PaperDraft } from './compose.ts';
import type { PaperContent, PaperLine } from './contents.ts';
import { computeSums, type Rate, type Sums, sumTaxes, type TaxGroup } from './rules.ts';

const messages = {
  advance: /*i18n*/ { id: 'paper.advance', message: 'Advance payment' },
  rest: /*i18n*/ { id: 'paper.rest', message: 'Remaining amount' },
  total: /*i18n*/ { id: 'paper.agreed', message: 'Agreed in total: {amount}.' },
  before: /*i18n*/ { id: 'paper.before', message: 'Already invoiced: {number} of {day}, {amount}, of which VAT {vat}.' },
} as const satisfies Record<string, Message>;

type Group = Sums & { readonly rate: Rate };

export function composeAdvance(invoice: PaperDraft, amount: number): PaperDraft {
  const groups: readonly Group[] = invoice.taxes ?? [invoice];
  const shares = allocate(
    amount,
    groups.map(({ gross }) => gross),
  );
  return composePart(invoice, messages.advance, [], (group, index) => computeSums(shares[index] ?? 0, group.rate));
}

export function composeRest(invoice: PaperDraft, advance: PaperContent): PaperDraft {
  const before = (group: Group | TaxGroup): Sums =>
    ('category' in group ? advance.taxes?.find(({ category }) => category === group.category) : advance) ?? { net: 0, vat: 0, gross: 0 };
  const money = (amount: number) => showMoney({ amount, currency: invoice.currency }, invoice.locale);
  const issued = advance.issuedAt.slice(0, 'yyyy-mm-dd'.length);
  const day = showDay(issued, invoice.dateLocale ?? 'page', invoice.locale).shown;
  const values = { number: advance.number, day, amount: money(advance.gross), vat: money(advance.vat) };
  const notes = [
    translate({ ...messages.total, values: { amount: money(invoice.gross) } }, invoice.locale),
    translate({ ...messages.before, values }, invoice.locale),
  ];
  const rest = composePart(invoice, messages.rest, notes, (group) => {
    const { net, vat, gross } = before(group);
    return { net: group.net - net, vat: group.vat - vat, gross: group.gross - gross };
  });
  return invoice.taxes ? { ...rest, whole: invoice.taxes } : rest;
}

/** A line for each rate, with what is sold below it. */
function composePart(
  invoice: PaperDraft,
  name: Message,
  notes: readonly string[],
  getShare: (group: Group, index: number) => Sums,
): PaperDraft {
  const { locale, taxes } = invoice;
  const groups = taxes?.map((group, index) => ({ ...group, ...getShare(group, index) }));
  const sums = groups ? sumTaxes(groups) : getShare(invoice, 0);
  const line = (part: Sums, names: readonly string[]): PaperLine => ({
    ...{ name: translate(name, locale), about: names, number: '', quantity: 1, discount: 0, period: null },
    ...{ total: part.gross, net: part.net, vat: part.vat, gross: part.gross },
  });
  const listNames = (category?: TaxGroup['category']) =>
    invoice.lines.filter((each) => category === undefined || each.category === category).map((each) => each.name);
  return {
    ...invoice,
    ...{ net: sums.net, vat: sums.vat, gross: sums.gross, discount: 0 },
    ...(groups ? { taxes: groups } : {}),
    lines: groups
      ? groups
          .filter(({ gross }) => gross > 0)
          .map((group) => ({ ...line(group, listNames(group.category)), rate: group.rate, category: group.category }))
      : [line(sums, listNames())],
    notes: [...notes, ...invoice.notes],
    parts: [{ by: 'invoice', amount: sums.gross }],
  };
}
