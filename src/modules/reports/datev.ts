// The documents of a month in DATEV's format for batches of entries (EXTF, header 700, format 13). Pure.

import { formatDecimal, getCurrencyCode } from '#lib/money/money.ts';
import { formatPersonName } from '#lib/people/person-name.ts';
import type { PaperContent } from '#modules/invoicing/contents.ts';
import { toSignedAmount } from '#modules/invoicing/rules.ts';

/** The collective account of customers, and the accounts of revenue of the chart SKR03. */
const CUSTOMERS = '10000';
const revenueAccounts = { 1900: '8400', 700: '8300' } as const;
const UNTAXED = '8200';
/** The buyer owes the VAT: in another country of the Union, and elsewhere. */
const REVERSED = '8336';
/** The numbers of the consultant and of the client, which the consultant replaces at the import. */
const [CONSULTANT, CLIENT] = [1001, 1];
const ACCOUNT_DIGITS = 4;

const createHeaderPairs = (art: string, content: string, count: number) =>
  Array.from({ length: count }, (_, index) => [`${art} ${index + 1}`, `${content} ${index + 1}`]).flat();
const columns = [
  'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto',
  'Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext;Postensperre',
  'Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink',
  ...createHeaderPairs('Beleginfo - Art', 'Beleginfo - Inhalt', 8),
  'KOST1 - Kostenstelle;KOST2 - Kostenstelle;Kost-Menge;EU-Land u. UStID (Bestimmung);EU-Steuersatz (Bestimmung)',
  'Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L;BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer',
  'BU 49 Funktionsergänzung',
  ...createHeaderPairs('Zusatzinformation - Art', 'Zusatzinformation- Inhalt', 20),
  'Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp;Auftragsnummer;Buchungstyp',
  'USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen);Sachverhalt L+L (Anzahlungen);EU-Steuersatz (Anzahlungen)',
  'Erlöskonto (Anzahlungen);Herkunft-Kz;Buchungs GUID;KOST-Datum;SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername',
  'Beteiligtennummer;Identifikationsnummer;Zeichnernummer;Postensperre bis;Bezeichnung SoBil-Sachverhalt',
  'Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum;Datum Zuord. Steuerperiode;Fälligkeit;Generalumkehr (GU)',
  'Steuersatz;Land;Abrechnungsreferenz;BVV-Position;EU-Land u. UStID (Ursprung);EU-Steuersatz (Ursprung);Abw. Skontokonto',
].flatMap((part) => part.split(';'));

const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';
const TEXT_CHARS = 60;
const quote = (text: string): string => `"${text.replaceAll(/\p{Cc}/gu, ' ').replaceAll('"', '""')}"`;
const toDay = (iso: string): string => iso.slice(0, 10).replaceAll('-', '');

/** `from`, `until`: the first and the last day. */
export function formatDatevHead({ from, until, at }: { readonly from: string; readonly until: string; readonly at: Date }): string {
  const createdAt = at.toISOString().replaceAll(/\D/g, '');
  const year = `${from.slice(0, 4)}0101`;
  const head = ['"EXTF"', 700, 21, '"Buchungsstapel"', 13, createdAt, '', '""', '""', '""', CONSULTANT, CLIENT, year, ACCOUNT_DIGITS];
  const more = [toDay(from), toDay(until), '"Rechnungen"', '""', 1, 0, 0, '"EUR"', '', '""', '', '', '"03"', '', '', '""', '""'];
  return `${BYTE_ORDER_MARK}${[...head, ...more].join(';')}${LINE_END}${columns.join(';')}${LINE_END}`;
}

type Group = { readonly rate: number; readonly why?: string | null | undefined; readonly gross: number };

const findAccount = ({ rate, why }: Group): string =>
  why === 'reverse' ? REVERSED : (revenueAccounts[rate as keyof typeof revenueAccounts] ?? UNTAXED);

/**
 * An invoice debits the customer, a credit note credits; a line for each rate. DATEV asks for an exchange
 * rate of other currencies, which the shop does not know: their documents are in the other files only.
 */
export function formatDatevRows({ kind, number, issuedAt, currency, buyer, taxes, ...one }: PaperContent): string {
  const code = getCurrencyCode(currency);
  if (code !== 'EUR') return '';
  const groups: readonly Group[] = taxes ?? [one];
  const [, month = '', day = ''] = issuedAt.slice(0, 10).split('-');
  const text = (buyer.company || formatPersonName(buyer)).slice(0, TEXT_CHARS);
  return groups
    .filter(({ gross }) => gross !== 0)
    .map((group) => {
      const amount = toSignedAmount(kind, group.gross);
      const amountText = formatDecimal({ amount: Math.abs(amount), currency }).replace('.', ',');
      const row = [amountText, quote(amount > 0 ? 'S' : 'H'), quote(code), '', '', '', CUSTOMERS, findAccount(group), ''];
      const cells = [...row, `${day}${month}`, quote(number), '""', '', quote(text)];
      return cells.concat(Array<string>(columns.length - cells.length).fill('')).join(';') + LINE_END;
    })
    .join('');
}
