// E-invoices of every kind: both documents, all categories of VAT alone and mixed, currencies with and
// without decimals, prices that do not divide, periods, and texts that XML must escape.
import { type EInvoice, type InvoiceLine, type Party, type TaxCategory, type TaxLine, taxCategories } from '#lib/e-invoice/model.ts';

/** Category and rate of the lines, in turn. */
type Mix = readonly (readonly [TaxCategory, number])[];
const mixes: readonly Mix[] = [
  [['S', 2_500]],
  [['S', 550]],
  [
    ['S', 2_100],
    ['S', 1_000],
    ['Z', 0],
  ],
  [
    ['S', 1_900],
    ['E', 0],
  ],
  [
    ['S', 1_900],
    ['S', 700],
    ['E', 0],
    ['Z', 0],
  ],
  ...taxCategories.filter((category) => category !== 'S').map((category): Mix => [[category, 0]]),
];

const reasons: Readonly<Record<TaxCategory, string>> = {
  S: '',
  Z: '',
  E: 'Exempt: education.',
  AE: 'Reverse charge: the recipient accounts for the VAT.',
  K: 'Intra-Community supply.',
  G: 'Export outside the EU.',
  O: 'Not subject to VAT.',
};

const party = (name: string, more: Partial<Party>): Party => ({
  name,
  registrationId: '',
  vatId: '',
  taxId: '',
  endpoint: null,
  street: 'Side Street 1 & "2" <back>',
  city: 'Berlin',
  postalCode: '10115',
  region: '',
  country: 'DE',
  contact: { name: '', phone: '', email: '' },
  ...more,
});

const names = ['Brand Stories', 'Podcast <Editing> & "Mix"', '記事 𝄞', 'Año\u0007 con emojis 🥐', 'Rush'];

/** Numbers that look random and are the same in every run. */
const createDice = (seed: number) => (sides: number) => {
  // A linear congruential generator; its high bits are the good ones.
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * sides);
};

export function createSampleEInvoice(index: number): EInvoice {
  const dice = createDice(index + 1);
  const mix = mixes[index % mixes.length] ?? [];
  const kind = index % 3 === 2 ? 'credit' : 'invoice';
  const currency = ['EUR', 'NOK', 'USD', 'JPY'][index % 4] ?? 'EUR';
  const count = mix.length + dice(12);
  const lines = Array.from({ length: count }, (_, at): InvoiceLine => {
    const [category, rate] = mix[at % mix.length] ?? ['S', 2_500];
    const quantity = 1 + dice(9);
    const net = dice(5) === 0 ? 0 : 1 + dice(500_000);
    const isEven = net % quantity === 0;
    return {
      ...{ id: String(at + 1), name: names[dice(names.length)] ?? '', description: dice(2) ? `600 words · F-${dice(9_999)}` : '' },
      ...{ quantity, net, price: isEven ? net / quantity : net, priceQuantity: isEven ? 1 : quantity, category, rate },
      period: dice(4) ? null : { from: '2026-11-01', until: '2026-11-30' },
    };
  });
  const taxes = mix.map(([category, rate]): TaxLine => {
    const net = sum(lines.filter((line) => line.category === category && line.rate === rate).map((line) => line.net));
    return { category, rate, net, vat: Math.round((net * rate) / 10_000), reason: reasons[category] };
  });
  return {
    ...createHead(index, mix),
    kind,
    currency,
    decimals: currency === 'JPY' ? 0 : 2,
    lines,
    taxes,
    ...createTotals(index, lines, taxes),
  };
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);

function createTotals(index: number, lines: readonly InvoiceLine[], taxes: readonly TaxLine[]) {
  const [net, vat] = [sum(lines.map((line) => line.net)), sum(taxes.map((tax) => tax.vat))];
  const gross = net + vat;
  // Paid, in part, or not at all.
  const paid = [gross, Math.floor(gross / 3), 0][index % 3] ?? 0;
  const isTransfer = paid < gross;
  return {
    totals: { lines: net, net, vat, gross, paid, due: gross - paid },
    dueOn: isTransfer ? '2026-12-14' : '',
    terms: isTransfer && index % 2 ? 'Payable within 14 days.' : '',
    payment: isTransfer
      ? { code: '58', iban: 'DE89370400440532013000', reference: 'RF18539007547034' }
      : { code: index % 2 ? '68' : '97', iban: '', reference: '' },
  };
}

function createHead(index: number, mix: Mix) {
  const isOutside = mix.some(([category]) => category === 'O');
  const isAbroad = mix.some(([category]) => category === 'AE' || category === 'K');
  const isExport = mix.some(([category]) => category === 'G');
  const isKnown = index % 2 === 0;
  return {
    number: `INV-2026-${String(index + 1).padStart(6, '0')}`,
    issuedOn: '2026-11-30',
    buyerReference: isKnown ? '04011000-12345-34' : '',
    note: isOutside ? `${reasons.O}\nSecond line & more` : '',
    corrects: index % 3 === 2 ? { number: 'INV-2026-000001', issuedOn: '2026-11-01' } : null,
    seller: party('Loaf & Queue GmbH', {
      registrationId: 'HRB 12345',
      vatId: isOutside ? '' : 'DE123456788',
      endpoint: isKnown ? (index % 4 ? { scheme: '9930', id: 'DE123456788' } : { scheme: 'EM', id: 'loaf@shop.example' }) : null,
      contact: { name: 'Loaf & Queue', phone: '+49 30 123456', email: 'loaf@shop.example' },
    }),
    buyer: party(isKnown ? 'Ada’s "Söhne" <AG>' : 'Ada Sample', {
      vatId: isAbroad ? 'FR40303265045' : '',
      country: isAbroad ? 'FR' : isExport ? 'US' : 'DE',
      region: isExport ? 'California' : '',
      endpoint: isKnown ? { scheme: '9930', id: 'DE987654321' } : null,
    }),
    deliveredOn: index % 2 || isAbroad ? '2026-11-20' : '',
    deliveredTo: isAbroad ? { city: 'Lyon', postalCode: '69001', country: 'FR' } : null,
  };
}
