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
import { group, value, type WriteAmount, xmlDocument } from './xml.ts';

const UNECE = 'urn:un:unece:uncefact:data:standard';
const namespaces = {
  rsm: `${UNECE}:CrossIndustryInvoice:100`,
  ram: `${UNECE}:ReusableAggregateBusinessInformationEntity:100`,
  udt: `${UNECE}:UnqualifiedDataType:100`,
  qdt: `${UNECE}:QualifiedDataType:100`,
} as const;

export function writeCii(invoice: EInvoice): string {
  const { id, process } = chooseSpecification(invoice, 'cii');
  const amount = (name: string, units: number) => value(name, formatDecimal(units, invoice.decimals));
  return xmlDocument(
    'rsm:CrossIndustryInvoice',
    namespaces,
    group(
      'rsm:ExchangedDocumentContext',
      group('ram:BusinessProcessSpecifiedDocumentContextParameter', value('ram:ID', process)),
      group('ram:GuidelineSpecifiedDocumentContextParameter', value('ram:ID', id)),
    ),
    group(
      'rsm:ExchangedDocument',
      value('ram:ID', invoice.number),
      value('ram:TypeCode', typeCodes[invoice.kind]),
      writeDay('ram:IssueDateTime', invoice.issuedOn),
      group('ram:IncludedNote', value('ram:Content', invoice.note)),
    ),
    group(
      'rsm:SupplyChainTradeTransaction',
      invoice.lines.map((line) => writeLine(line, amount)),
      group(
        'ram:ApplicableHeaderTradeAgreement',
        value('ram:BuyerReference', invoice.buyerReference),
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
  group(name, value(`${type}:DateTimeString`, day.replaceAll('-', ''), { format: '102' }));

const writeParty = (name: string, party: Party): string =>
  group(
    name,
    value('ram:Name', party.name),
    group('ram:SpecifiedLegalOrganization', value('ram:ID', party.registrationId)),
    group(
      'ram:DefinedTradeContact',
      value('ram:PersonName', party.contact.name),
      group('ram:TelephoneUniversalCommunication', value('ram:CompleteNumber', party.contact.phone)),
      group('ram:EmailURIUniversalCommunication', value('ram:URIID', party.contact.email)),
    ),
    group(
      'ram:PostalTradeAddress',
      value('ram:PostcodeCode', party.postalCode),
      value('ram:LineOne', party.street),
      value('ram:CityName', party.city),
      value('ram:CountryID', party.country),
      value('ram:CountrySubDivisionName', party.region),
    ),
    party.endpoint
      ? group('ram:URIUniversalCommunication', value('ram:URIID', party.endpoint.id, { schemeID: party.endpoint.scheme }))
      : '',
    group('ram:SpecifiedTaxRegistration', value('ram:ID', party.vatId, { schemeID: 'VA' })),
    group('ram:SpecifiedTaxRegistration', value('ram:ID', party.taxId, { schemeID: 'FC' })),
  );

/** The schema wants the element even if it is empty. */
const writeDelivery = ({ deliveredOn, deliveredTo }: EInvoice): string => {
  const name = 'ram:ApplicableHeaderTradeDelivery';
  const delivery = group(
    name,
    group(
      'ram:ShipToTradeParty',
      group(
        'ram:PostalTradeAddress',
        value('ram:PostcodeCode', deliveredTo?.postalCode ?? ''),
        value('ram:CityName', deliveredTo?.city ?? ''),
        value('ram:CountryID', deliveredTo?.country ?? ''),
      ),
    ),
    group('ram:ActualDeliverySupplyChainEvent', writeDay('ram:OccurrenceDateTime', deliveredOn)),
  );
  return delivery || `<${name}/>`;
};

const writeSettlement = ({ payment, taxes, totals, corrects, ...invoice }: EInvoice, amount: WriteAmount): string =>
  group(
    'ram:ApplicableHeaderTradeSettlement',
    value('ram:PaymentReference', payment.reference),
    value('ram:InvoiceCurrencyCode', invoice.currency),
    group(
      'ram:SpecifiedTradeSettlementPaymentMeans',
      value('ram:TypeCode', payment.code),
      group('ram:PayeePartyCreditorFinancialAccount', value('ram:IBANID', payment.iban)),
    ),
    taxes.map((tax) => writeTax(tax, amount)),
    group('ram:SpecifiedTradePaymentTerms', value('ram:Description', invoice.terms), writeDay('ram:DueDateDateTime', invoice.dueOn)),
    group(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      amount('ram:LineTotalAmount', totals.lines),
      amount('ram:TaxBasisTotalAmount', totals.net),
      value('ram:TaxTotalAmount', formatDecimal(totals.vat, invoice.decimals), { currencyID: invoice.currency }),
      amount('ram:GrandTotalAmount', totals.gross),
      amount('ram:TotalPrepaidAmount', totals.paid),
      amount('ram:DuePayableAmount', totals.due),
    ),
    group(
      'ram:InvoiceReferencedDocument',
      value('ram:IssuerAssignedID', corrects?.number ?? ''),
      writeDay('ram:FormattedIssueDateTime', corrects?.issuedOn ?? '', 'qdt'),
    ),
  );

const writeTax = ({ category, rate, net, vat, reason }: TaxLine, amount: WriteAmount): string =>
  group(
    'ram:ApplicableTradeTax',
    amount('ram:CalculatedAmount', vat),
    value('ram:TypeCode', 'VAT'),
    value('ram:ExemptionReason', reason),
    amount('ram:BasisAmount', net),
    value('ram:CategoryCode', category),
    value('ram:ExemptionReasonCode', reasonCodes[category] ?? ''),
    value('ram:RateApplicablePercent', formatRate(rate)),
  );

const writeLine = (line: InvoiceLine, amount: WriteAmount): string =>
  group(
    'ram:IncludedSupplyChainTradeLineItem',
    group('ram:AssociatedDocumentLineDocument', value('ram:LineID', line.id)),
    group('ram:SpecifiedTradeProduct', value('ram:Name', line.name), value('ram:Description', line.description)),
    group(
      'ram:SpecifiedLineTradeAgreement',
      group(
        'ram:NetPriceProductTradePrice',
        amount('ram:ChargeAmount', line.price),
        line.priceQuantity === 1 ? '' : value('ram:BasisQuantity', String(line.priceQuantity), { unitCode: UNIT }),
      ),
    ),
    group('ram:SpecifiedLineTradeDelivery', value('ram:BilledQuantity', String(line.quantity), { unitCode: UNIT })),
    group(
      'ram:SpecifiedLineTradeSettlement',
      group(
        'ram:ApplicableTradeTax',
        value('ram:TypeCode', 'VAT'),
        value('ram:CategoryCode', line.category),
        value('ram:RateApplicablePercent', line.category === 'O' ? '' : formatRate(line.rate)),
      ),
      group(
        'ram:BillingSpecifiedPeriod',
        writeDay('ram:StartDateTime', line.period?.from ?? ''),
        writeDay('ram:EndDateTime', line.period?.until ?? ''),
      ),
      group('ram:SpecifiedTradeSettlementLineMonetarySummation', amount('ram:LineTotalAmount', line.net)),
    ),
  );
