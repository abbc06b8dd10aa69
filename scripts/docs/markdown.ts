// Markdown as HTML, with ids at the headings and the words below each of them for the search.
import { Marked, type Token, type Tokens } from 'marked';
import { escapeHtml } from '../../src/lib/markdown/html.ts';

export type Heading = { readonly id: string; readonly text: string; readonly words: string };

/** `hrefOf`: the address of a link or image on the site. */
export function renderMarkdown(source: string, hrefOf: (link: string) => string): { html: string; headings: Heading[] } {
  const headings: { id: string; text: string; words: string }[] = [];
  const ids = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const plain = textOf(tokens);
        const id = unique(slugOf(text), ids);
        headings.push({ id, text: plain, words: '' });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(hrefOf(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }) {
        return `<img src="${escapeHtml(hrefOf(href))}" alt="${escapeHtml(text)}">`;
      },
      table(token: Tokens.Table) {
        // A wide table scrolls by itself, by keyboard too.
        return `<div class="table" tabindex="0">${tableOf(this, token)}</div>\n`;
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
      },
    },
  });
  const tokens = marked.lexer(source);
  const html = marked.parser(tokens);
  let at = -1;
  for (const token of tokens) {
    if (token.type === 'heading') at++;
    else if (headings[at]) (headings[at] as { words: string }).words += ` ${textOf([token])}`;
  }
  return { html, headings };
}

type Parsing = { parser: { parseInline(tokens: Token[]): string } };

function tableOf({ parser }: Parsing, { header, rows }: Tokens.Table): string {
  const isNamed = header.some(({ text }) => text !== '');
  const head = isNamed
    ? `<thead><tr>${header.map(({ tokens }) => `<th scope="col">${parser.parseInline(tokens)}</th>`).join('')}</tr></thead>`
    : '';
  const body = rows.map((row) => `<tr>${row.map(({ tokens }) => `<td>${parser.parseInline(tokens)}</td>`).join('')}</tr>`).join('\n');
  return `<table>${head}<tbody>${body}</tbody></table>`;
}

/** As GitHub makes them, because the documents link to them. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

function unique(slug: string, ids: Map<string, number>): string {
  const count = ids.get(slug) ?? 0;
  ids.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}

function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'table')
        return [token.header, ...token.rows]
          .flat()
          .map((cell: Tokens.TableCell) => textOf(cell.tokens))
          .join(' ');
      const inner: readonly Token[] | undefined = token.type === 'list' ? token.items : 'tokens' in token ? token.tokens : undefined;
      return inner ? textOf(inner) : 'text' in token ? String(token.text) : ' ';
    })
    .join('');
}
