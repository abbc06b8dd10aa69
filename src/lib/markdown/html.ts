// HTML templates that escape by default: html`<p>${anything}</p>` escapes all values except other html``
// results.

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** Escaped HTML. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

export type HtmlPart = Markup | string | number | false | null | undefined | readonly HtmlPart[];

export const html = (strings: TemplateStringsArray, ...pieces: readonly HtmlPart[]): Markup =>
  new Markup(strings.map((string, index) => string + renderPart(pieces[index])).join(''));

function renderPart(piece: HtmlPart): string {
  if (piece === undefined || piece === null || piece === false) return '';
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === 'object') return piece.map(renderPart).join('');
  return escapeHtml(String(piece));
}
