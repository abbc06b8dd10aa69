// Writes XML. Empty elements are left out, as EN 16931 asks for. Pure.

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** What XML 1.0 cannot have, even escaped, and halves of characters. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const escapeXml = (text: string): string => text.replaceAll(forbidden, '').replaceAll(/[&<>"]/g, (char) => entities[char] ?? '');

/** An element with a value. */
export function formatValue(name: string, text: string, attributes: Readonly<Record<string, string>> = {}): string {
  const plain = text.trim();
  if (plain === '') return '';
  const list = Object.entries(attributes).map(([key, each]) => ` ${key}="${escapeXml(each)}"`);
  return `<${name}${list.join('')}>${escapeXml(plain)}</${name}>`;
}

/** An element with elements. */
export function formatGroup(name: string, ...children: readonly (string | readonly string[])[]): string {
  const inside = children.flat().join('');
  return inside === '' ? '' : `<${name}>${inside}</${name}>`;
}

/** An element with an amount, in minor units. */
export type WriteAmount = (name: string, units: number) => string;

export const formatXmlDocument = (
  name: string,
  namespaces: Readonly<Record<string, string>>,
  ...children: readonly (string | readonly string[])[]
): string => {
  const list = Object.entries(namespaces).map(([prefix, uri]) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${uri}"`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name}${list.join('')}>${children.flat().join('')}</${name}>\n`;
};
