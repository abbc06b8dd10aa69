// Puts an e-invoice into its PDF, by Factur-X 1.0 (ZUGFeRD 2): the file itself, and metadata that name it.
import type { Doc } from '#platform/pdf/document.ts';

const FILE = 'factur-x.xml';
const FX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
const AIIM = 'http://www.aiim.org/pdfa/ns';

/** The profile EN 16931. Both kinds of documents are of this type. */
const properties = { DocumentType: 'INVOICE', DocumentFileName: FILE, Version: '1.0', ConformanceLevel: 'EN 16931' } as const;

/** PDF/A wants a description of properties that it does not know. */
const metadata = `
<rdf:Description rdf:about="" xmlns:fx="${FX}">
${Object.entries(properties)
  .map(([name, text]) => `<fx:${name}>${text}</fx:${name}>`)
  .join('')}
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="${AIIM}/extension/" xmlns:pdfaSchema="${AIIM}/schema#" xmlns:pdfaProperty="${AIIM}/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${FX}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${Object.keys(properties)
  .map(
    (
      name,
    ) => `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>
<pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${name} of the e-invoice</pdfaProperty:description></rdf:li>`,
  )
  .join('')}
</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;

export function attachEInvoice(doc: Doc, xml: string, madeAt: Date): void {
  doc.appendXML(metadata);
  // The types of the library lack the relationship: the XML says what the pages say.
  const options: PDFKit.Mixins.PDFAttachmentOptions & { readonly relationship: string } = {
    name: FILE,
    type: 'text/xml',
    description: 'E-invoice by EN 16931',
    relationship: 'Alternative',
    creationDate: madeAt,
    modifiedDate: madeAt,
  };
  doc.file(Buffer.from(xml), options);
}
