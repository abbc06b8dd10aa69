// Bank statements: what is read, what is refused with its line and field, and hostile files.
import { describe, expect, test } from 'vitest';
import { describeStatementError, MAX_ERRORS } from '#lib/bank/entries.ts';
import { readStatement } from './statement.ts';

const camt = (entries: string, version = '08') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">
<BkToCstmrStmt><Stmt><Acct><Id><IBAN>NO9386011117947</IBAN></Id></Acct>
${entries}
</Stmt></BkToCstmrStmt></Document>`;

type Parts = { amount?: string; currency?: string; mark?: string; status?: string; day?: string; reference?: string; details?: string };
const entry = ({ amount = '125.00', currency = 'EUR', mark = 'CRDT', status = '<Cd>BOOK</Cd>', ...rest }: Parts = {}) => {
  const { day = '2026-11-27', reference = '<AcctSvcrRef>B1</AcctSvcrRef>', details = '' } = rest;
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts>${status}</Sts><BookgDt><Dt>${day}</Dt></BookgDt>${reference}${details}</Ntry>`;
};
const details = (inside: string) => `<NtryDtls>${inside}</NtryDtls>`;
const paid = (amount: string, reference: string) =>
  `<TxDtls><Amt Ccy="EUR">${amount}</Amt><RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`;

const read = async (text: string, format: 'camt.053' | 'csv' = 'camt.053') => {
  const { entries, errors } = await readStatement(format, text);
  expect(entries.length === 0 || errors.length === 0, 'entries or errors').toBe(true);
  return { entries, errors: errors.map(describeStatementError) };
};
const errorsFrom = async (text: string, format?: 'csv') => (await read(text, format)).errors;

describe('CAMT.053', () => {
  test('an entry of version 8 has day, amount, reference, text and the payer', async () => {
    const party =
      '<RltdPties><Dbtr><Pty><Nm>Ada &amp; Søn</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>NO93 8601 1117 947</IBAN></Id></DbtrAcct></RltdPties>';
    const said =
      '<RmtInf><Ustrd>Invoice</Ustrd><Ustrd>of May</Ustrd><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf>';
    const { entries, errors } = await read(camt(entry({ details: details(`<TxDtls>${party}${said}</TxDtls>`) })));
    expect(errors).toEqual([]);
    expect(entries).toEqual([
      {
        ...{ line: 4, bookedOn: '2026-11-27', amount: 12_500, currency: 0, direction: 'credit', key: '2026-11-27 12500 EUR B1' },
        ...{ reference: 'RF18539007547034', text: 'Invoice of May', name: 'Ada & Søn', iban: 'NO9386011117947' },
      },
    ]);
  });

  test.each(['02', '04', '06', '08', '13'])('version %s is read, with the party and the state of its time', async (version) => {
    const party = '<RltdPties><Dbtr><Nm>Ada</Nm></Dbtr></RltdPties>';
    const old = entry({ status: 'BOOK', details: details(`<TxDtls>${party}</TxDtls>`) });
    expect((await read(camt(old, version))).entries).toMatchObject([{ amount: 12_500, name: 'Ada' }]);
  });

  test('prefixes of the namespace do not matter, elements of another namespace are left out', async () => {
    const text = camt(entry({ details: '<x:AddtlNtryInf xmlns:x="urn:bank">private</x:AddtlNtryInf>' }));
    const prefixed = text.replaceAll(/<(\/?)([A-Z])/g, '<$1c:$2').replace('xmlns=', 'xmlns:c=');
    expect((await read(prefixed)).entries).toMatchObject([{ amount: 12_500, text: '' }]);
  });

  test('a batch is an entry for each transaction; if the parts do not sum up, it is one', async () => {
    const batch = (last: string) => camt(entry({ details: details(paid('100.00', 'RF1') + paid(last, 'RF2')) }));
    expect((await read(batch('25.00'))).entries).toMatchObject([
      { amount: 10_000, reference: 'RF1', key: '2026-11-27 10000 EUR B1/1' },
      { amount: 2_500, reference: 'RF2', key: '2026-11-27 2500 EUR B1/2' },
    ]);
    expect((await read(batch('20.00'))).entries).toMatchObject([{ amount: 12_500, reference: '', key: '2026-11-27 12500 EUR B1' }]);
  });

  test('a debit is marked and names the payee; pending entries and those over nothing are left out', async () => {
    const payee = details('<TxDtls><RltdPties><Cdtr><Nm>Landlord</Nm></Cdtr><Dbtr><Nm>We</Nm></Dbtr></RltdPties></TxDtls>');
    const { entries } = await read(
      camt([entry({ mark: 'DBIT', details: payee }), entry({ status: '<Cd>PDNG</Cd>' }), entry({ amount: '0' })].join('\n')),
    );
    expect(entries).toMatchObject([{ direction: 'debit', amount: 12_500, name: 'Landlord' }]);
  });

  test('the decimals are those of the currency', async () => {
    const amounts = [entry({ amount: '1500', currency: 'JPY' }), entry({ amount: '1.5', currency: 'EUR' }), entry({ amount: '1.50000' })];
    expect((await read(camt(amounts.join('')))).entries.map(({ amount }) => amount)).toEqual([1_500, 150, 150]);
  });

  test('keys: the same statement twice has the same ones, equal entries without reference differ', async () => {
    const none = entry({ reference: '' });
    const twice = camt(none + none + entry({ reference: '', day: '2026-11-28' }));
    const keys = (await read(twice)).entries.map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
    expect((await read(twice)).entries.map(({ key }) => key)).toEqual(keys);
    // A bank that numbers the entries of each statement.
    const numbered = (day: string) => camt(entry({ day, reference: '<NtryRef>1</NtryRef>' }));
    expect((await read(numbered('2026-11-27'))).entries[0]?.key).not.toBe((await read(numbered('2026-11-28'))).entries[0]?.key);
  });

  test('errors name the line and the field, and one refuses the whole file', async () => {
    const wrong = [entry(), entry({ amount: '1,5' }), entry({ day: '2026-02-30' }), entry({ currency: 'euro' }), entry({ mark: 'X' })];
    expect(await errorsFrom(camt(wrong.join('\n')))).toEqual([
      'Line 5, Amt: Write the amount as a number with a point, such as 1250.00.',
      'Line 6, BookgDt: Write the day as 2026-11-30.',
      'Line 7, Amt: Write the currency as three capital letters, such as EUR.',
      'Line 8, CdtDbtInd: This must be CRDT or DBIT.',
    ]);
    expect(await errorsFrom(camt(Array.from({ length: 50 }, () => entry({ amount: 'x' })).join('')))).toHaveLength(MAX_ERRORS);
  });

  const laughs = `<!DOCTYPE lolz [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'ab'[n % 2]}${n} "&a;&a;&a;">`).join('')}]>`;
  test.each([
    ['billion laughs', `${laughs}<Document>&a9;</Document>`, 'Line 1: A document type'],
    ['an external entity', '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><d>&x;</d>', 'Line 1: A document type'],
    ['an external document type', '<!DOCTYPE d SYSTEM "http://127.0.0.1/d.dtd"><d/>', 'Line 1: A document type'],
    ['an entity without document type', camt(entry({ amount: '&x;' })), 'Line 4: Entities'],
    ['100,000 elements in each other', camt(`<Ntry>${'<A>'.repeat(100_000)}`), 'Line 4: The elements are nested'],
    ['a field of 15 MB', camt(entry({ amount: '9'.repeat(12_000_000) })), 'Line 4, Amt: This field is too long.'],
    ['a number beyond what is money', camt(entry({ amount: `${'9'.repeat(40)}.00` })), 'Line 4, Amt: Write the amount'],
    ['a number in exponents', camt(entry({ amount: '1e9' })), 'Line 4, Amt: Write the amount'],
    ['more than 16 MB', ' '.repeat(17_000_000), 'Line 1: A statement can have up to 16 MB.'],
    ['UTF-16 read as UTF-8', [...camt(entry())].join('\0'), 'Line 1: The file has characters'],
    ['Latin-1 read as UTF-8', camt(entry({ details: '<AddtlNtryInf>S\uFFFDn</AddtlNtryInf>' })), 'Line 4: The file has characters'],
    ['an end in the middle', camt(entry()).slice(0, -30), 'This is not valid XML.'],
    ['a tag that another closes', camt('<Ntry><Amt></Ntry>'), 'Line 4: This is not valid XML.'],
    ['another message', camt(entry()).replace('camt.053.001.08', 'pain.001.001.09'), 'Line 2: This is no statement'],
    ['no XML', 'date,amount', 'This is not valid XML.'],
    ['nothing', '', 'This is not valid XML.'],
  ])('%s is refused', async (_, text, expected) => {
    const [error = ''] = await errorsFrom(text);
    expect(error).toContain(expected);
  });

  test('100,000 attributes, comments and characters in numbers are read as any others', async () => {
    const many = Array.from({ length: 100_000 }, (_, n) => `a${n}=""`).join(' ');
    const text = camt(`<X ${many}/>${'<!-- -->'.repeat(100_000)}${'&#65;'.repeat(100_000)}${entry()}`);
    expect((await read(text)).entries).toHaveLength(1);
  });

  test.each([
    ['camt.053', camt(entry().repeat(20_000))],
    ['csv', `date,amount,currency\n${'2026-11-27,1,EUR\n'.repeat(20_000)}`],
  ] as const)('other work is done while a large statement is read: %s', async (format, text) => {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const { entries } = await read(text, format);
    clearInterval(timer);
    expect([entries.length, turns > 5]).toEqual([20_000, true]);
  });
});

describe('CSV', () => {
  const head = 'date,amount,currency,reference,name,iban,id';
  const csv = (...rows: string[]) => [head, ...rows].join('\r\n');

  test('a row is an entry, a negative amount a debit, an empty row nothing', async () => {
    const text = csv('2026-11-27,99.00,EUR,RF18 5390 0754 7034,"Lovelace, Ada",no93 8601 1117 947,B7', '', '2026-11-27,-5,NOK,,,,');
    expect((await read(text, 'csv')).entries).toEqual([
      {
        ...{ line: 2, bookedOn: '2026-11-27', amount: 9_900, currency: 0, direction: 'credit', key: '2026-11-27 9900 EUR B7' },
        ...{ reference: 'RF18 5390 0754 7034', text: '', name: 'Lovelace, Ada', iban: 'NO9386011117947' },
      },
      expect.objectContaining({ line: 4, amount: 500, currency: 4, direction: 'debit' }),
    ]);
  });

  test('a booking has the same key as in the statement of the bank in XML', async () => {
    const [row] = (await read(csv('2026-11-27,125,EUR,,,,B1'), 'csv')).entries;
    expect(row?.key).toBe((await read(camt(entry()))).entries[0]?.key);
  });

  test('equal rows are two bookings without an id, and one with it', async () => {
    const keys = async (...rows: string[]) => new Set((await read(csv(...rows), 'csv')).entries.map(({ key }) => key)).size;
    expect(await keys('2026-11-27,1,EUR,x,,,', '2026-11-27,1,EUR,x,,,')).toBe(2);
    expect(await keys('2026-11-27,1,EUR,x,,,A', '2026-11-27,1,EUR,x,,,A')).toBe(1);
  });

  test.each([
    [
      'a cell of 2 million quotes',
      `date,amount,currency\n2026-11-27,1,"${'""x'.repeat(2_000_000)}"`,
      'Line 2, currency: This field is too long.',
    ],
    ['a quote that is never closed', `date,amount,currency\n"${'""x'.repeat(2_000_000)}`, 'Line 1: This is not a valid CSV file.'],
    ['15 million commas', `date,amount,currency\n${','.repeat(12_000_000)}`, 'Line 1: This is not a valid CSV file.'],
  ])('%s is refused', async (_, text, expected) => {
    expect(await errorsFrom(text, 'csv')).toEqual([expected]);
  });

  test('errors name the line and the column', async () => {
    expect(await errorsFrom('date,name\n', 'csv')).toEqual([
      'Line 1, amount: This column is missing from the first line.',
      'Line 1, currency: This column is missing from the first line.',
    ]);
    expect(await errorsFrom(csv('27.11.2026,1,EUR,,,,', ',"1,00",EUR,,,,', `2026-11-27,1.005,eur,${'x'.repeat(1_001)},,,`), 'csv')).toEqual(
      [
        'Line 2, date: Write the day as 2026-11-30.',
        'Line 3, date: Fill in this field.',
        'Line 3, amount: Write the amount as a number with a point, such as 1250.00.',
        'Line 4, reference: This field is too long.',
        'Line 4, currency: Write the currency as three capital letters, such as EUR.',
      ],
    );
    expect(await errorsFrom(csv('"2026'), 'csv')).toEqual(['Line 1: This is not a valid CSV file.']);
    expect(await errorsFrom(csv('2026-11-27,1,EUR\n'.repeat(100_001)), 'csv')).toEqual([
      'Line 100002: A statement can have up to 100,000 entries.',
    ]);
  });
});
