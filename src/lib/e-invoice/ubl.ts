// Writes UBL 2.1 as Peppol BIS Billing 3 and XRechnung use it. The order of elements is the schema's. Pure.
import {
  chooseSpecification,
  type EInvoice,
  type EInvoiceFormat,
  formatDecimal,
  formatRate,
  type InvoiceLine,
  type Party,
  reasonCodes,
  type TaxLine,
  typeCodes,
  UNIT,
} from './model.ts';
import { group, value, type WriteAmount, xmlDocument } from './xml.ts';

const OASIS = 'urn:oasis:names:specification:ubl:schema:xsd';

export function writeUbl(invoice: EInvoice, format: EInvoiceFormat): string {
  const isCredit = invoice.kind === 'credit';
  const root = isCredit ? 'CreditNote' : 'Invoice';
  const { id, process } = chooseSpecification(invoice, format);
  const { currency, totals, decimals } = invoice;
  const amount = (name: string, units: number) => value(name, formatDecimal(units, decimals), { currencyID: currency });
  return xmlDocument(
    root,
    { '': `${OASIS}:${root}-2`, cac: `${OASIS}:CommonAggregateComponents-2`, cbc: `${OASIS}:CommonBasicComponents-2` },
    value('cbc:CustomizationID', id),
    value('cbc:ProfileID', process),
    value('cbc:ID', invoice.number),
    value('cbc:IssueDate', invoice.issuedOn),
    value('cbc:DueDate', isCredit ? '' : invoice.dueOn),
    value(`cbc:${root}TypeCode`, typeCodes[invoice.kind]),
    value('cbc:Note', invoice.note),
    value('cbc:DocumentCurrencyCode', currency),
    value('cbc:BuyerReference', invoice.buyerReference),
    group(
      'cac:BillingReference',
      group(
        'cac:InvoiceDocumentReference',
        value('cbc:ID', invoice.corrects?.number ?? ''),
        value('cbc:IssueDate', invoice.corrects?.issuedOn ?? ''),
      ),
    ),
    group('cac:AccountingSupplierParty', writeParty(invoice.seller)),
    group('cac:AccountingCustomerParty', writeParty(invoice.buyer)),
    group(
      'cac:Delivery',
      value('cbc:ActualDeliveryDate', invoice.deliveredOn),
      group(
        'cac:DeliveryLocation',
        group(
          'cac:Address',
          value('cbc:CityName', invoice.deliveredTo?.city ?? ''),
          value('cbc:PostalZone', invoice.deliveredTo?.postalCode ?? ''),
          writeCountry(invoice.deliveredTo?.country ?? ''),
        ),
      ),
    ),
    group(
      'cac:PaymentMeans',
      value('cbc:PaymentMeansCode', invoice.payment.code),
      value('cbc:PaymentDueDate', isCredit ? invoice.dueOn : ''),
      value('cbc:PaymentID', invoice.payment.reference),
      group('cac:PayeeFinancialAccount', value('cbc:ID', invoice.payment.iban)),
    ),
    group('cac:PaymentTerms', value('cbc:Note', invoice.terms)),
    group(
      'cac:TaxTotal',
      amount('cbc:TaxAmount', totals.vat),
      invoice.taxes.map((tax) => writeTax(tax, amount)),
    ),
    group(
      'cac:LegalMonetaryTotal',
      amount('cbc:LineExtensionAmount', totals.lines),
      amount('cbc:TaxExclusiveAmount', totals.net),
      amount('cbc:TaxInclusiveAmount', totals.gross),
      amount('cbc:PrepaidAmount', totals.paid),
      amount('cbc:PayableAmount', totals.due),
    ),
    invoice.lines.map((line) => writeLine(line, isCredit, amount)),
  );
}

const writeCountry = (code: string): string => group('cac:Country', value('cbc:IdentificationCode', code));
const writeScheme = (id: string): string => group('cac:TaxScheme', value('cbc:ID', id));
const vatScheme = writeScheme('VAT');

const writeTaxNumber = (number: string, scheme: string): string =>
  number === '' ? '' : group('cac:PartyTaxScheme', value('cbc:CompanyID', number), scheme);

const writeParty = (party: Party): string =>
  group(
    'cac:Party',
    party.endpoint ? value('cbc:EndpointID', party.endpoint.id, { schemeID: party.endpoint.scheme }) : '',
    group('cac:PartyName', value('cbc:Name', party.name)),
    group(
      'cac:PostalAddress',
      value('cbc:StreetName', party.street),
      value('cbc:CityName', party.city),
      value('cbc:PostalZone', party.postalCode),
      value('cbc:CountrySubentity', party.region),
      writeCountry(party.country),
    ),
    writeTaxNumber(party.vatId, vatScheme),
    writeTaxNumber(party.taxId, writeScheme('TAX')),
    group('cac:PartyLegalEntity', value('cbc:RegistrationName', party.name), value('cbc:CompanyID', party.registrationId)),
    group(
      'cac:Contact',
      value('cbc:Name', party.contact.name),
      value('cbc:Telephone', party.contact.phone),
      value('cbc:ElectronicMail', party.contact.email),
    ),
  );

const writeTax = ({ category, rate, net, vat, reason }: TaxLine, amount: WriteAmount): string =>
  group(
    'cac:TaxSubtotal',
    amount('cbc:TaxableAmount', net),
    amount('cbc:TaxAmount', vat),
    group(
      'cac:TaxCategory',
      value('cbc:ID', category),
      value('cbc:Percent', formatRate(rate)),
      value('cbc:TaxExemptionReasonCode', reasonCodes[category] ?? ''),
      value('cbc:TaxExemptionReason', reason),
      vatScheme,
    ),
  );

const writeLine = (line: InvoiceLine, isCredit: boolean, amount: WriteAmount): string =>
  group(
    isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
    value('cbc:ID', line.id),
    value(isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', String(line.quantity), { unitCode: UNIT }),
    amount('cbc:LineExtensionAmount', line.net),
    group('cac:InvoicePeriod', value('cbc:StartDate', line.period?.from ?? ''), value('cbc:EndDate', line.period?.until ?? '')),
    group(
      'cac:Item',
      value('cbc:Description', line.description),
      value('cbc:Name', line.name),
      group(
        'cac:ClassifiedTaxCategory',
        value('cbc:ID', line.category),
        value('cbc:Percent', line.category === 'O' ? '' : formatRate(line.rate)),
        vatScheme,
      ),
    ),
    group(
      'cac:Price',
      amount('cbc:PriceAmount', line.price),
      line.priceQuantity === 1 ? '' : value('cbc:BaseQuantity', String(line.priceQuantity), { unitCode: UNIT }),
    ),
  );
