// The labels and figures of an account's statement as PDF, drawn as documents are.
import { getLanguage, type Locale } from '#lib/locale.ts';
import type { PaperLook } from '#lib/look/paper-look.ts';
import type { Message } from '#lib/user-error.ts';
import type { PaperWords } from '#modules/invoicing/document-words.ts';
import { translate } from '#platform/i18n.ts';
import type { AccountStatement } from './shapes-account.ts';

const messages = {
  title: /*i18n*/ { id: 'account.title', message: 'Statement of account' },
  period: /*i18n*/ { id: 'account.days', message: 'Period' },
  issued: /*i18n*/ { id: 'paper.issued', message: 'Issued on' },
  from: /*i18n*/ { id: 'paper.seller', message: 'From' },
  to: /*i18n*/ { id: 'paper.buyer', message: 'To' },
  entry: /*i18n*/ { id: 'account.entry', message: 'Entry' },
  amount: /*i18n*/ { id: 'paper.amount', message: 'Amount' },
  balance: /*i18n*/ { id: 'account.balance', message: 'Balance' },
  closing: /*i18n*/ { id: 'account.closing', message: 'Amount due' },
} as const satisfies Record<string, Message>;

export type StatementPress = (words: PaperWords) => Promise<Buffer>;

type Drawing = {
  readonly locale: Locale;
  readonly at: Date;
  readonly brand: string;
  readonly look: PaperLook;
  readonly seller: readonly string[];
  readonly buyer: readonly string[];
  readonly money: (amount: number) => string;
  readonly day: (iso: string) => string;
};

export function drawStatementWords(statement: AccountStatement, drawing: Drawing): PaperWords {
  const { locale, at, brand, look, money, day } = drawing;
  const text = (message: Message) => translate(message, locale);
  const title = text(messages.title);
  const number = `${day(statement.from)} – ${day(statement.until)}`;
  return {
    lang: getLanguage(locale).html,
    layout: 2,
    ...{ brand, accent: look.accent ?? null, hasMark: look.plain !== true, logo: look.logo ?? null },
    issuedAt: at.toISOString(),
    ...{ title, number, author: drawing.seller[0] ?? brand, fullTitle: `${title} ${number}` },
    facts: [{ name: text(messages.issued), text: day(at.toISOString().slice(0, 'yyyy-mm-dd'.length)) }],
    corrects: number,
    seller: { title: text(messages.from), lines: [...drawing.seller] },
    buyer: { title: text(messages.to), lines: [...drawing.buyer] },
    columns: {
      what: text(messages.entry),
      unit: null,
      quantity: '',
      amount: text(messages.balance),
      net: text(messages.amount),
      vat: null,
    },
    lines: statement.lines.map((line) => ({
      name: [line.text, line.number].filter(Boolean).join(' '),
      about: [day(line.day)],
      ...{ quantity: '', unit: null, net: line.amount === null ? '' : money(line.amount), vat: null, amount: money(line.balance) },
    })),
    sums: { lines: [], total: { name: text(messages.closing), text: money(statement.closing) } },
    parts: [],
    notes: [],
  };
}
