// Renders Markdown. HTML stays text, images become their names, and only https links are links.
import { marked, type Token, type Tokens } from 'marked';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import styles from './markdown.module.css';

export function Markdown({ text }: { readonly text: string }) {
  const drawn = useMemo(() => blocks(marked.lexer(text)), [text]);
  return <div className={styles.markdown}>{drawn}</div>;
}

const blocks = (tokens: readonly Token[]): ReactNode[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a changed text is rendered as a whole.
  tokens.map((token, index) => <Fragment key={index}>{drawn(token)}</Fragment>);

const kinds: Readonly<Record<string, (token: never) => ReactNode>> = {
  space: () => null,
  heading: (token: Tokens.Heading) => createElement(`h${Math.min(6, token.depth + 2)}`, undefined, blocks(token.tokens)),
  paragraph: (token: Tokens.Paragraph) => <p>{blocks(token.tokens)}</p>,
  blockquote: (token: Tokens.Blockquote) => <blockquote>{blocks(token.tokens)}</blockquote>,
  list: (token: Tokens.List) =>
    createElement(
      token.ordered ? 'ol' : 'ul',
      undefined,
      token.items.map((item) => <li key={item.raw}>{blocks(item.tokens)}</li>),
    ),
  code: (token: Tokens.Code) => (
    <pre>
      <code>{token.text}</code>
    </pre>
  ),
  hr: () => <hr />,
  table: (token: Tokens.Table) => (
    <table>
      <thead>
        <tr>
          {token.header.map((head) => (
            <th key={head.text}>{blocks(head.tokens)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {token.rows.map((row) => (
          <tr key={row.map(({ text }) => text).join('|')}>
            {row.map((cell) => (
              <td key={cell.text}>{blocks(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  ),
  strong: (token: Tokens.Strong) => <strong>{blocks(token.tokens)}</strong>,
  em: (token: Tokens.Em) => <em>{blocks(token.tokens)}</em>,
  del: (token: Tokens.Del) => <del>{blocks(token.tokens)}</del>,
  codespan: (token: Tokens.Codespan) => <code>{token.text}</code>,
  br: () => <br />,
  link: (token: Tokens.Link) =>
    /^https:\/\//i.test(token.href) ? (
      <a href={token.href} rel="noopener noreferrer nofollow" target="_blank">
        {blocks(token.tokens)}
      </a>
    ) : (
      blocks(token.tokens)
    ),
  image: (token: Tokens.Image) => token.text,
};

function drawn(token: Token): ReactNode {
  const draw = kinds[token.type];
  if (draw) return draw(token as never);
  if ('tokens' in token && token.tokens) return blocks(token.tokens);
  return 'text' in token ? unescaped(token.text as string) : token.raw;
}

/** The lexer escapes some characters for HTML; React escapes again, so undo it. */
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '');
