// Renders a mail as HTML and plain text. Markdown is parsed before values are filled in, and each value is escaped in place,
// so that values cannot inject markup.
import type { Token, Tokens } from 'marked';
import type { Locale } from '../../lib/locale.ts';
import { html, type Markup } from '../../lib/markdown/html.ts';
import { layout, styleAttributes } from './layout.ts';
import { fill, headerText, isLinkTarget, messageIdOf, unlinked } from './rules.ts';
import type { RenderedMail, ShopValues } from './shapes.ts';
import type { Letterhead } from './source.ts';
import type { MailText } from './text.ts';

type Values = Readonly<Record<string, string>>;

export type MailDraft = {
  readonly id: string;
  readonly to: string;
  readonly locale: Locale;
  readonly values: Values;
  readonly text: MailText;
  readonly footer: MailText;
  readonly letterhead: Letterhead;
  readonly shopUrl: string;
};

export function writeLetter({ id, to, locale, values, text, footer, letterhead, shopUrl }: MailDraft): RenderedMail {
  const { brand, company, supportEmail, sender } = letterhead;
  const shopValues: ShopValues = { brand, company, supportEmail, shopUrl };
  const all = { ...values, ...(values.name === undefined ? {} : { name: unlinked(values.name) }), ...shopValues };
  const subject = headerText(fill(text.subject, all));
  return {
    messageId: messageIdOf(id, sender.address),
    from: `"${headerText(sender.name).replace(/["\\]/g, '')}" <${sender.address}>`,
    to,
    subject,
    locale,
    text: `${blocksText(text.body, all)}\n\n-- \n${blocksText(footer.body, all)}\n`,
    html: layout({ subject, locale, brand, shopUrl, body: blocksHtml(text.body, all), footer: blocksHtml(footer.body, all, 'small') }),
  };
}

/** Joins the source's lines; only line breaks of values stay. */
const filled = (template: string, values: Values): string => visible(fill(template.replace(/\s*\n\s*/g, ' '), values));
const visible = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');

function target(href: string, values: Values): string {
  const filledIn = fill(href, values);
  if (!isLinkTarget(filledIn)) throw new Error('mail link target is not allowed');
  return filledIn;
}

const within = (token: Token): readonly Token[] => ('tokens' in token ? (token.tokens ?? []) : []);

/** A paragraph that is only a link is shown as a button. */
function onlyLink(token: Token): Tokens.Link | undefined {
  const inside = token.type === 'paragraph' ? within(token) : [];
  const [first] = inside;
  return inside.length === 1 && first?.type === 'link' && !first.autolink ? (first as Tokens.Link) : undefined;
}

function blocksHtml(tokens: readonly Token[], values: Values, size: 'body' | 'small' = 'body'): Markup[] {
  return tokens.flatMap((token): Markup[] => {
    const inside = () => inlineHtml(within(token), values);
    const button = size === 'body' ? onlyLink(token) : undefined;
    if (button)
      return [
        html`<p${styleAttributes('block')}><a${styleAttributes('button')} href="${target(button.href, values)}">${inlineHtml(button.tokens, values)}</a></p>`,
      ];
    switch (token.type) {
      case 'paragraph':
        return [html`<p${styleAttributes(size === 'small' ? 'small' : 'block')}>${inside()}</p>`];
      case 'heading':
        return token.depth === 1
          ? [html`<h1${styleAttributes('heading')}>${inside()}</h1>`]
          : [html`<h2${styleAttributes('subheading')}>${inside()}</h2>`];
      case 'list': {
        const items = token.items.map(
          (item: Tokens.ListItem) => html`<li${styleAttributes('item')}>${inlineHtml(item.tokens, values)}</li>`,
        );
        return [token.ordered ? html`<ol${styleAttributes('list')}>${items}</ol>` : html`<ul${styleAttributes('list')}>${items}</ul>`];
      }
      case 'hr':
        return [html`<hr${styleAttributes('rule')}>`];
      default:
        return [];
    }
  });
}

function inlineHtml(tokens: readonly Token[], values: Values): Markup[] {
  return tokens.map((token): Markup => {
    switch (token.type) {
      case 'strong':
        return html`<strong>${inlineHtml(within(token), values)}</strong>`;
      case 'em':
        return html`<em>${inlineHtml(within(token), values)}</em>`;
      case 'br':
        return html`<br>`;
      case 'link':
        return html`<a${styleAttributes('link')} href="${target(token.href, values)}">${inlineHtml(within(token), values)}</a>`;
      default:
        return within(token).length > 0 ? html`${inlineHtml(within(token), values)}` : textHtml(token, values);
    }
  });
}

const textHtml = (token: Token, values: Values): Markup =>
  html`${filled('text' in token ? token.text : '', values)
    .split('\n')
    .map((line, index) => html`${index > 0 && html`<br>`}${line}`)}`;

function blocksText(tokens: readonly Token[], values: Values): string {
  const blocks = tokens.map((token) => {
    switch (token.type) {
      case 'list':
        return token.items
          .map(
            (item: Tokens.ListItem, index: number) =>
              `${token.ordered ? `${index + 1}.` : '-'} ${inlineText(item.tokens, values).replaceAll('\n', '\n  ')}`,
          )
          .join('\n');
      case 'hr':
        return '----';
      case 'space':
        return '';
      default:
        return inlineText(within(token), values);
    }
  });
  return blocks.filter((block) => block !== '').join('\n\n');
}

function inlineText(tokens: readonly Token[], values: Values): string {
  return tokens
    .map((token): string => {
      if (token.type === 'br') return '\n';
      if (token.type === 'link') return linkText(inlineText(within(token), values), target(token.href, values));
      return within(token).length > 0 ? inlineText(within(token), values) : filled('text' in token ? token.text : '', values);
    })
    .join('');
}

const linkText = (label: string, href: string): string => {
  const shown = href.replace(/^mailto:/, '');
  return label === shown ? shown : `${label}: ${shown}`;
};
