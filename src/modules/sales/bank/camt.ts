// Reads CAMT.053, the ISO 20022 statement of an account. Read piece by piece: only one entry at a time is in
// memory, and other requests are answered meanwhile. saxes reads strictly, counts lines and expands no
// entity; it also reads the SVG files of customers.
import { SaxesParser, type SaxesTagNS } from 'saxes';
import {
  type BankEntry,
  createKeys,
  MAX_ENTRIES,
  MAX_ERRORS,
  parseAmount,
  removeSpaces,
  type StatementError,
  type StatementErrorCode,
  type StatementResult,
} from '#lib/bank/entries.ts';
import { type CurrencyNumber, getCurrencyNumber } from '#lib/money/money.ts';
import { isDay } from '#lib/time/days.ts';

/** The versions since 2009 differ only where `find` looks at two places. */
const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(?:0[2-9]|1\d)$/;
const MAX_DEPTH = 40;
const MAX_TEXT_CHARS = 2000;
const CHARS_AT_ONCE = 65_536;

type Node = { readonly name: string; readonly line: number; readonly currency: string; text: string; readonly children: Node[] };

class StatementRefused extends Error {
  readonly error: StatementError;
  constructor(error: StatementError) {
    super(error.code);
    this.error = error;
  }
}

export async function readCamt(text: string): Promise<StatementResult> {
  const entries: BankEntry[] = [];
  const errors: StatementError[] = [];
  const keyFor = createKeys();
  const parser = openParser((entry) => {
    for (const { bankReference, ...each } of readEntry(entry, errors)) entries.push({ ...each, key: keyFor(each, bankReference) });
    if (entries.length > MAX_ENTRIES) throw new StatementRefused({ line: entry.line, field: 'Ntry', code: 'entries' });
    const [last] = errors.splice(MAX_ERRORS - 1);
    if (last) throw new StatementRefused(last);
  });
  try {
    for (let start = 0; start < text.length; start += CHARS_AT_ONCE) {
      parser.write(text.slice(start, start + CHARS_AT_ONCE));
      await new Promise(setImmediate);
    }
    parser.close();
  } catch (cause) {
    if (!(cause instanceof StatementRefused)) throw cause;
    errors.push(cause.error);
  }
  return errors.length > 0 ? { entries: [], errors } : { entries, errors };
}

function openParser(onEntry: (entry: Node) => void) {
  const parser = new SaxesParser({ xmlns: true });
  /** Undefined for what stands outside of the entries. */
  const open: (Node | undefined)[] = [];
  let namespace: string | undefined;
  const refuse = (code: StatementErrorCode, field = ''): never => {
    throw new StatementRefused({ line: parser.line, field, code });
  };
  const addText = (text: string) => {
    const node = open.at(-1);
    if (!node) return;
    node.text += text;
    if (node.text.length > MAX_TEXT_CHARS) refuse('long', node.name);
  };
  parser.on('error', ({ message }) => refuse(message.includes('entity') ? 'entity' : 'syntax'));
  parser.on('doctype', () => refuse('doctype'));
  parser.on('opentag', ({ local, uri, attributes }: SaxesTagNS) => {
    if (namespace === undefined) {
      if (local !== 'Document' || !NAMESPACE.test(uri)) refuse('namespace');
      namespace = uri;
    }
    if (open.length >= MAX_DEPTH) refuse('depth');
    const parent = open.at(-1);
    const isWanted = uri === namespace && (parent !== undefined || local === 'Ntry');
    const node = isWanted ? { name: local, line: parser.line, currency: attributes.Ccy?.value ?? '', text: '', children: [] } : undefined;
    if (node) parent?.children.push(node);
    open.push(node);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const node = open.pop();
    if (node?.name === 'Ntry' && open.at(-1) === undefined) onEntry(node);
  });
  return parser;
}

/** The first descendant by this path. */
function find(node: Node | undefined, ...path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>((at, name) => at?.children.find((each) => each.name === name), node);
}
const findAll = (node: Node | undefined, name: string): readonly Node[] => node?.children.filter((each) => each.name === name) ?? [];
const getTextAt = (node: Node | undefined, ...path: readonly string[]): string =>
  (find(node, ...path)?.text ?? '').replaceAll(/\s+/g, ' ').trim();

type FoundEntry = Omit<BankEntry, 'key'> & { readonly bankReference: string };

/** A batch is an entry for each of its transactions. What is pending or only announced is left out. */
function readEntry(entry: Node, errors: StatementError[]): FoundEntry[] {
  if ((getTextAt(entry, 'Sts', 'Cd') || getTextAt(entry, 'Sts')) !== 'BOOK') return [];
  const total = readMoney(entry, find(entry, 'Amt'), errors);
  const bookedOn = readDay(entry, errors);
  const mark = getTextAt(entry, 'CdtDbtInd');
  if (mark !== 'CRDT' && mark !== 'DBIT') errors.push({ line: entry.line, field: 'CdtDbtInd', code: 'direction' });
  if (!total || bookedOn === undefined || total.amount === 0) return [];
  const direction = mark === 'DBIT' ? ('debit' as const) : ('credit' as const);
  const details = findAll(entry, 'NtryDtls').flatMap((each) => findAll(each, 'TxDtls'));
  const bankReference = getTextAt(entry, 'AcctSvcrRef') || getTextAt(entry, 'NtryRef');
  const common = { line: entry.line, bookedOn, direction, currency: total.currency };
  const shares = details.length > 1 ? readShares(details, total) : undefined;
  if (!shares) {
    const one = details.length === 1 ? details[0] : undefined;
    const said = readDetails(one, direction);
    return [{ ...common, ...said, amount: total.amount, text: said.text || getTextAt(entry, 'AddtlNtryInf'), bankReference }];
  }
  return shares.map(({ node, amount }, index) => ({
    ...common,
    line: node.line,
    amount,
    ...readDetails(node, direction),
    bankReference: bankReference && `${bankReference}/${index + 1}`,
  }));
}

type Amount = { readonly amount: number; readonly currency: CurrencyNumber };

function readMoney(parent: Node, node: Node | undefined, errors: StatementError[]): Amount | undefined {
  const report = (code: StatementErrorCode) => void errors.push({ line: (node ?? parent).line, field: 'Amt', code });
  if (!node) return report('missing') as undefined;
  if (!/^[A-Z]{3}$/.test(node.currency)) return report('currency') as undefined;
  const currency = getCurrencyNumber(node.currency);
  const amount = parseAmount(node.text.trim(), currency);
  if (amount === undefined || amount < 0) return report('amount') as undefined;
  return { amount, currency };
}

function readDay(entry: Node, errors: StatementError[]): string | undefined {
  const date = find(entry, 'BookgDt') ?? find(entry, 'ValDt');
  const day = (getTextAt(date, 'Dt') || getTextAt(date, 'DtTm')).slice(0, '2026-11-30'.length);
  if (isDay(day)) return day;
  errors.push({ line: (date ?? entry).line, field: 'BookgDt', code: date ? 'day' : 'missing' });
  return undefined;
}

/** Undefined if the transactions do not name their parts of the total: it is then one entry. */
function readShares(details: readonly Node[], total: Amount) {
  const shares = details.map((node) => {
    const found = find(node, 'Amt') ?? find(node, 'AmtDtls', 'TxAmt', 'Amt');
    return { node, ...(readMoney(node, found, []) ?? { amount: 0, currency: total.currency }) };
  });
  const isWhole = shares.reduce((sum, { amount }) => sum + amount, 0) === total.amount;
  return isWhole && shares.every(({ amount, currency }) => amount > 0 && currency === total.currency) ? shares : undefined;
}

function readDetails(details: Node | undefined, direction: BankEntry['direction']) {
  const role = direction === 'credit' ? 'Dbtr' : 'Cdtr';
  const parties = find(details, 'RltdPties');
  const structured = findAll(find(details, 'RmtInf'), 'Strd').map((each) => getTextAt(each, 'CdtrRefInf', 'Ref'));
  const [reference = '', ...others] = structured.filter((each) => each !== '');
  const written = findAll(find(details, 'RmtInf'), 'Ustrd').map(({ text }) => text.trim());
  return {
    reference,
    text: [...others, ...written, getTextAt(details, 'AddtlTxInf')].filter((each) => each !== '').join(' '),
    name: getTextAt(parties, role, 'Nm') || getTextAt(parties, role, 'Pty', 'Nm'),
    iban: removeSpaces(getTextAt(parties, `${role}Acct`, 'Id', 'IBAN')),
  };
}
