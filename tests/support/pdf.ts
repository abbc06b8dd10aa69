// Metadata of a PDF: title, author and dates.
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

type PdfInfo = Readonly<Record<'title' | 'author' | 'created', string | undefined>> & { readonly keywords?: string };

export function pdfInfo(pdf: Uint8Array): PdfInfo {
  const bytes = Buffer.from(pdf).toString('latin1');
  const read = (name: string): string | undefined => {
    const [, object] = new RegExp(`/${name} (\\d+) 0 R`).exec(bytes) ?? [];
    const [, text] = new RegExp(`\\n${object} 0 obj\\n\\(((?:\\\\[\\s\\S]|[^\\\\)])*)\\)`).exec(bytes) ?? [];
    return text === undefined ? undefined : decoded(text.replace(/\\([\s\S])/g, (_, each: string) => escapes[each] ?? each));
  };
  const keywords = read('Keywords');
  return { title: read('Title'), author: read('Author'), created: read('CreationDate'), ...(keywords === undefined ? {} : { keywords }) };
}

/** A string with a byte order mark is UTF-16, big-endian. */
function decoded(text: string): string {
  return text.startsWith('þÿ') ? Buffer.from(text.slice(2), 'latin1').swap16().toString('utf16le') : text;
}
