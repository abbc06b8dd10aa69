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
import { formatGroup, formatValue, formatXmlDocument, type WriteAmount } from './xml.ts';

const OASIS = 'urn:oasis:names:specification:ubl:schema:xsd';

export function writeUbl(invoice: EInvoice, format: EInvoiceFormat): string {
  const isCredit = invoice.kind === 'credit';
  const root = isCredit ? 'CreditNote' : 'Invoice';
  const { id, process } = chooseSpecification(invoice, format);
  const { currency, totals, decimals } = invoice;
  const amount = (name: string, units: number) => formatValue(name, formatDecimal(units, decimals), { currencyID: currency });
  return formatXmlDocument(
    root,
    { '': `${OASIS}:${root}-2`, cac: `${OASIS}:CommonAggregateComponents-2`, cbc: `${OASIS}:CommonBasicComponents-2` },
    formatValue('cbc:CustomizationID', id),
    formatValue('cbc:ProfileID', process),
    formatValue('cbc:ID', invoice.number),
    formatValue('cbc:IssueDate', invoice.issuedOn),
    formatValue('cbc:DueDate', isCredit ? '' : invoice.dueOn),
    formatValue(`cbc:${root}TypeCode`, typeCodes[invoice.kind]),
    formatValue('cbc:Note', invoice.note),
    formatValue('cbc:DocumentCurrencyCode', currency),
    formatValue('cbc:BuyerReference', invoice.buyerReference),
    formatGroup(
      'cac:BillingReference',
      formatGroup(
        'cac:InvoiceDocumentReference',
        formatValue('cbc:ID', invoice.corrects?.number ?? ''),
        formatValue('cbc:IssueDate', invoice.corrects?.issuedOn ?? ''),
      ),
    ),
    formatGroup('cac:AccountingSupplierParty', writeParty(invoice.seller)),
    formatGroup('cac:AccountingCustomerParty', writeParty(invoice.buyer)),
    formatGroup(
      'cac:Delivery',
      formatValue('cbc:ActualDeliveryDate', invoice.deliveredOn),
      formatGroup(
        'cac:DeliveryLocation',
        formatGroup(
          'cac:Address',
          formatValue('cbc:CityName', invoice.deliveredTo?.city ?? ''),
          formatValue('cbc:PostalZone', invoice.deliveredTo?.postalCode ?? ''),
          writeCountry(invoice.deliveredTo?.country ?? ''),
        ),
      ),
    ),
    formatGroup(
      'cac:PaymentMeans',
      formatValue('cbc:PaymentMeansCode', invoice.payment.code),
      formatValue('cbc:PaymentDueDate', isCredit ? invoice.dueOn : ''),
      formatValue('cbc:PaymentID', invoice.payment.reference),
      formatGroup('cac:PayeeFinancialAccount', formatValue('cbc:ID', invoice.payment.iban)),
    ),
    formatGroup('cac:PaymentTerms', formatValue('cbc:Note', invoice.terms)),
    formatGroup(
      'cac:TaxTotal',
      amount('cbc:TaxAmount', totals.vat),
      invoice.taxes.map((tax) => writeTax(tax, amount)),
    ),
    formatGroup(
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

const writeCountry = (code: string): string => formatGroup('cac:Country', formatValue('cbc:IdentificationCode', code));
const writeScheme = (id: string): string => formatGroup('cac:TaxScheme', formatValue('cbc:ID', id));
const vatScheme = writeScheme('VAT');

const writeTaxNumber = (number: string, scheme: string): string =>
  number === '' ? '' : formatGroup('cac:PartyTaxScheme', formatValue('cbc:CompanyID', number), scheme);

const writeParty = (party: Party): string =>
  formatGroup(
    'cac:Party',
    party.endpoint ? formatValue('cbc:EndpointID', party.endpoint.id, { schemeID: party.endpoint.scheme }) : '',
    formatGroup('cac:PartyName', formatValue('cbc:Name', party.name)),
    formatGroup(
      'cac:PostalAddress',
      formatValue('cbc:StreetName', party.street),
      formatValue('cbc:CityName', party.city),
      formatValue('cbc:PostalZone', party.postalCode),
      formatValue('cbc:CountrySubentity', party.region),
      writeCountry(party.country),
    ),
    writeTaxNumber(party.vatId, vatScheme),
    writeTaxNumber(party.taxId, writeScheme('TAX')),
    formatGroup(
      'cac:PartyLegalEntity',
      formatValue('cbc:RegistrationName', party.name),
      formatValue('cbc:CompanyID', party.registrationId),
    ),
    formatGroup(
      'cac:Contact',
      formatValue('cbc:Name', party.contact.name),
      formatValue('cbc:Telephone', party.contact.phone),
      formatValue('cbc:ElectronicMail', party.contact.email),
    ),
  );

const writeTax = ({ category, rate, net, vat, reason }: TaxLine, amount: WriteAmount): string =>
  formatGroup(
    'cac:TaxSubtotal',
    amount('cbc:TaxableAmount', net),
    amount('cbc:TaxAmount', vat),
    formatGroup(
      'cac:TaxCategory',
      formatValue('cbc:ID', category),
      formatValue('cbc:Percent', formatRate(rate)),
      formatValue('cbc:TaxExemptionReasonCode', reasonCodes[category] ?? ''),
      formatValue('cbc:TaxExemptionReason', reason),
      vatScheme,
    ),
  );

const writeLine = (line: InvoiceLine, isCredit: boolean, amount: WriteAmount): string =>
  formatGroup(
    isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
    formatValue('cbc:ID', line.id),
    formatValue(isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', String(line.quantity), { unitCode: UNIT }),
    amount('cbc:LineExtensionAmount', line.net),
    formatGroup(
      'cac:InvoicePeriod',
      formatValue('cbc:StartDate', line.period?.from ?? ''),
      formatValue('cbc:EndDate', line.period?.until ?? ''),
    ),
    formatGroup(
      'cac:Item',
      formatValue('cbc:Description', line.description),
      formatValue('cbc:Name', line.name),
      formatGroup(
        'cac:ClassifiedTaxCategory',
        formatValue('cbc:ID', line.category),
        formatValue('cbc:Percent', line.category === 'O' ? '' : formatRate(line.rate)),
        vatScheme,
      ),
    ),
    formatGroup(
      'cac:Price',
      amount('cbc:PriceAmount', line.price),
      line.priceQuantity === 1 ? '' : formatValue('cbc:BaseQuantity', String(line.priceQuantity), { unitCode: UNIT }),
    ),
  );
