// Parses Markdown to plain data (blocks and text runs) for pages, documents and PDF. Raw HTML, images and
// other URL schemes stay text. Pure.
import { Marked, type Token, type Tokens } from 'marked';

export type MarkdownRun = {
  readonly text: string;
  readonly bold?: true;
  readonly italic?: true;
  readonly struck?: true;
  readonly code?: true;
  /** http(s) and mailto links only. */
  readonly href?: string;
};

export type Block =
  | { readonly kind: 'heading'; readonly depth: number; readonly runs: readonly MarkdownRun[] }
  | { readonly kind: 'paragraph'; readonly runs: readonly MarkdownRun[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly start: number; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'table'; readonly head: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] };
type Cell = readonly MarkdownRun[];

const markdown = new Marked({ gfm: true });

/** The parser calls itself for each level of a line, and its stack is limited. A row of dashes is a rule. */
const deepLine = /^(?![ \t]*(?:[-*][ \t]*)+$)(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))){31}/m;

/** A text of more than thirty levels is shown as it was written. */
export const readMarkdown = (text: string): Block[] =>
  deepLine.test(text)
    ? text.split(/\n{2,}/).map((part) => ({ kind: 'paragraph', runs: [{ text: part }] }))
    : toBlocks(markdown.lexer(text));

function toBlocks(tokens: readonly Token[]): Block[] {
  return tokens.flatMap((each): Block[] => {
    const token = each as Tokens.Generic;
    switch (token.type) {
      case 'heading':
        return [{ kind: 'heading', depth: token.depth, runs: toRuns(token.tokens) }];
      case 'list':
        return [
          {
            kind: 'list',
            ordered: token.ordered,
            start: Number(token.start) || 1,
            items: token.items.map((item: Tokens.ListItem) => toBlocks(item.tokens)),
          },
        ];
      case 'blockquote':
        return [{ kind: 'quote', blocks: toBlocks(token.tokens ?? []) }];
      case 'code':
        return [{ kind: 'code', text: token.text }];
      case 'hr':
        return [{ kind: 'rule' }];
      case 'table':
        return [
          { kind: 'table', head: token.header.map(toCell), rows: token.rows.map((row: readonly Tokens.TableCell[]) => row.map(toCell)) },
        ];
      case 'space':
      case 'def':
        return [];
      default:
        return [{ kind: 'paragraph', runs: token.tokens ? toRuns(token.tokens) : [{ text: token.raw.trim() }] }];
    }
  });
}

const toCell = ({ tokens }: Tokens.TableCell): Cell => toRuns(tokens);

type RunStyle = Omit<MarkdownRun, 'text'>;

function toRuns(tokens: readonly Token[] | undefined, style: RunStyle = {}): MarkdownRun[] {
  return (tokens ?? []).flatMap((each): MarkdownRun[] => {
    const token = each as Tokens.Generic;
    switch (token.type) {
      case 'strong':
        return toRuns(token.tokens, { ...style, bold: true });
      case 'em':
        return toRuns(token.tokens, { ...style, italic: true });
      case 'del':
        return toRuns(token.tokens, { ...style, struck: true });
      case 'codespan':
        return [{ ...style, text: token.text, code: true }];
      case 'br':
        return [{ ...style, text: '\n' }];
      case 'link':
        return toRuns(token.tokens, isWeb(token.href) ? { ...style, href: token.href } : style);
      case 'text':
      case 'escape':
        return token.tokens ? toRuns(token.tokens, style) : [{ ...style, text: token.text }];
      default:
        return [{ ...style, text: token.raw }];
    }
  });
}

function isWeb(href: string): boolean {
  try {
    return ['https:', 'http:', 'mailto:'].includes(new URL(href).protocol);
  } catch {
    return false;
  }
}

export const joinRuns = (runs: readonly MarkdownRun[]): string => runs.map(({ text }) => text).join('');
