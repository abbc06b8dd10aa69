// Writes UN/CEFACT Cross Industry Invoice D16B, also inside Factur-X. The order of elements is the schema's.
// Pure.
import {
  chooseSpecification,
  type EInvoice,
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

const UNECE = 'urn:un:unece:uncefact:data:standard';
const namespaces = {
  rsm: `${UNECE}:CrossIndustryInvoice:100`,
  ram: `${UNECE}:ReusableAggregateBusinessInformationEntity:100`,
  udt: `${UNECE}:UnqualifiedDataType:100`,
  qdt: `${UNECE}:QualifiedDataType:100`,
} as const;

export function writeCii(invoice: EInvoice): string {
  const { id, process } = chooseSpecification(invoice, 'cii');
  const amount = (name: string, units: number) => formatValue(name, formatDecimal(units, invoice.decimals));
  return formatXmlDocument(
    'rsm:CrossIndustryInvoice',
    namespaces,
    formatGroup(
      'rsm:ExchangedDocumentContext',
      formatGroup('ram:BusinessProcessSpecifiedDocumentContextParameter', formatValue('ram:ID', process)),
      formatGroup('ram:GuidelineSpecifiedDocumentContextParameter', formatValue('ram:ID', id)),
    ),
    formatGroup(
      'rsm:ExchangedDocument',
      formatValue('ram:ID', invoice.number),
      formatValue('ram:TypeCode', typeCodes[invoice.kind]),
      writeDay('ram:IssueDateTime', invoice.issuedOn),
      formatGroup('ram:IncludedNote', formatValue('ram:Content', invoice.note)),
    ),
    formatGroup(
      'rsm:SupplyChainTradeTransaction',
      invoice.lines.map((line) => writeLine(line, amount)),
      formatGroup(
        'ram:ApplicableHeaderTradeAgreement',
        formatValue('ram:BuyerReference', invoice.buyerReference),
        writeParty('ram:SellerTradeParty', invoice.seller),
        writeParty('ram:BuyerTradeParty', invoice.buyer),
      ),
      writeDelivery(invoice),
      writeSettlement(invoice, amount),
    ),
  );
}

/** 2026-11-30 → 20261130, the format 102 */
const writeDay = (name: string, day: string, type = 'udt'): string =>
  formatGroup(name, formatValue(`${type}:DateTimeString`, day.replaceAll('-', ''), { format: '102' }));

const writeParty = (name: string, party: Party): string =>
  formatGroup(
    name,
    formatValue('ram:Name', party.name),
    formatGroup('ram:SpecifiedLegalOrganization', formatValue('ram:ID', party.registrationId)),
    formatGroup(
      'ram:DefinedTradeContact',
      formatValue('ram:PersonName', party.contact.name),
      formatGroup('ram:TelephoneUniversalCommunication', formatValue('ram:CompleteNumber', party.contact.phone)),
      formatGroup('ram:EmailURIUniversalCommunication', formatValue('ram:URIID', party.contact.email)),
    ),
    formatGroup(
      'ram:PostalTradeAddress',
      formatValue('ram:PostcodeCode', party.postalCode),
      formatValue('ram:LineOne', party.street),
      formatValue('ram:CityName', party.city),
      formatValue('ram:CountryID', party.country),
      formatValue('ram:CountrySubDivisionName', party.region),
    ),
    party.endpoint
      ? formatGroup('ram:URIUniversalCommunication', formatValue('ram:URIID', party.endpoint.id, { schemeID: party.endpoint.scheme }))
      : '',
    formatGroup('ram:SpecifiedTaxRegistration', formatValue('ram:ID', party.vatId, { schemeID: 'VA' })),
    formatGroup('ram:SpecifiedTaxRegistration', formatValue('ram:ID', party.taxId, { schemeID: 'FC' })),
  );

/** The schema wants the element even if it is empty. */
const writeDelivery = ({ deliveredOn, deliveredTo }: EInvoice): string => {
  const name = 'ram:ApplicableHeaderTradeDelivery';
  const delivery = formatGroup(
    name,
    formatGroup(
      'ram:ShipToTradeParty',
      formatGroup(
        'ram:PostalTradeAddress',
        formatValue('ram:PostcodeCode', deliveredTo?.postalCode ?? ''),
        formatValue('ram:CityName', deliveredTo?.city ?? ''),
        formatValue('ram:CountryID', deliveredTo?.country ?? ''),
      ),
    ),
    formatGroup('ram:ActualDeliverySupplyChainEvent', writeDay('ram:OccurrenceDateTime', deliveredOn)),
  );
  return delivery || `<${name}/>`;
};

const writeSettlement = ({ payment, taxes, totals, corrects, ...invoice }: EInvoice, amount: WriteAmount): string =>
  formatGroup(
    'ram:ApplicableHeaderTradeSettlement',
    formatValue('ram:PaymentReference', payment.reference),
    formatValue('ram:InvoiceCurrencyCode', invoice.currency),
    formatGroup(
      'ram:SpecifiedTradeSettlementPaymentMeans',
      formatValue('ram:TypeCode', payment.code),
      formatGroup('ram:PayeePartyCreditorFinancialAccount', formatValue('ram:IBANID', payment.iban)),
    ),
    taxes.map((tax) => writeTax(tax, amount)),
    formatGroup(
      'ram:SpecifiedTradePaymentTerms',
      formatValue('ram:Description', invoice.terms),
      writeDay('ram:DueDateDateTime', invoice.dueOn),
    ),
    formatGroup(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      amount('ram:LineTotalAmount', totals.lines),
      amount('ram:TaxBasisTotalAmount', totals.net),
      formatValue('ram:TaxTotalAmount', formatDecimal(totals.vat, invoice.decimals), { currencyID: invoice.currency }),
      amount('ram:GrandTotalAmount', totals.gross),
      amount('ram:TotalPrepaidAmount', totals.paid),
      amount('ram:DuePayableAmount', totals.due),
    ),
    formatGroup(
      'ram:InvoiceReferencedDocument',
      formatValue('ram:IssuerAssignedID', corrects?.number ?? ''),
      writeDay('ram:FormattedIssueDateTime', corrects?.issuedOn ?? '', 'qdt'),
    ),
  );

const writeTax = ({ category, rate, net, vat, reason }: TaxLine, amount: WriteAmount): string =>
  formatGroup(
    'ram:ApplicableTradeTax',
    amount('ram:CalculatedAmount', vat),
    formatValue('ram:TypeCode', 'VAT'),
    formatValue('ram:ExemptionReason', reason),
    amount('ram:BasisAmount', net),
    formatValue('ram:CategoryCode', category),
    formatValue('ram:ExemptionReasonCode', reasonCodes[category] ?? ''),
    formatValue('ram:RateApplicablePercent', formatRate(rate)),
  );

const writeLine = (line: InvoiceLine, amount: WriteAmount): string =>
  formatGroup(
    'ram:IncludedSupplyChainTradeLineItem',
    formatGroup('ram:AssociatedDocumentLineDocument', formatValue('ram:LineID', line.id)),
    formatGroup('ram:SpecifiedTradeProduct', formatValue('ram:Name', line.name), formatValue('ram:Description', line.description)),
    formatGroup(
      'ram:SpecifiedLineTradeAgreement',
      formatGroup(
        'ram:NetPriceProductTradePrice',
        amount('ram:ChargeAmount', line.price),
        line.priceQuantity === 1 ? '' : formatValue('ram:BasisQuantity', String(line.priceQuantity), { unitCode: UNIT }),
      ),
    ),
    formatGroup('ram:SpecifiedLineTradeDelivery', formatValue('ram:BilledQuantity', String(line.quantity), { unitCode: UNIT })),
    formatGroup(
      'ram:SpecifiedLineTradeSettlement',
      formatGroup(
        'ram:ApplicableTradeTax',
        formatValue('ram:TypeCode', 'VAT'),
        formatValue('ram:CategoryCode', line.category),
        formatValue('ram:RateApplicablePercent', line.category === 'O' ? '' : formatRate(line.rate)),
      ),
      formatGroup(
        'ram:BillingSpecifiedPeriod',
        writeDay('ram:StartDateTime', line.period?.from ?? ''),
        writeDay('ram:EndDateTime', line.period?.until ?? ''),
      ),
      formatGroup('ram:SpecifiedTradeSettlementLineMonetarySummation', amount('ram:LineTotalAmount', line.net)),
    ),
  );
