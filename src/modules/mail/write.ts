// Renders a mail as HTML and plain text. Markdown is parsed before values are filled in, and each value is
// escaped in place, so that values cannot inject markup.
import type { Token, Tokens } from 'marked';
import { html, type Markup } from '#lib/markdown/html.ts';
import { cleanHeader } from '#lib/people/mail-header.ts';
import { type DateReader, showZonedDay, showZonedMoment, showZonedWeekday } from '#lib/time/date.ts';
import { renderClass, renderLayout } from './layout.ts';
import { fillPlaceholders, findPlaceholders, formatMessageId, isLinkTarget, type Letterhead, preventLinks } from './rules.ts';
import {
  dayValues,
  type MailLine,
  type MailTextName,
  type MailValue,
  momentValues,
  optionalValues,
  type RenderedMail,
  type ShopValues,
  TABLE,
} from './shapes.ts';
import type { MailTexts } from './source.ts';
import type { MailText } from './text.ts';

/** The current texts and letterhead: the owner may change both while the shop runs. */
export type MailSource = {
  readonly texts: () => MailTexts;
  /** See CurrentMails. */
  readonly outdated: () => readonly MailTextName[];
  readonly letterhead: () => Letterhead;
};

type Values = Readonly<Record<string, string>>;

export type MailDraft = {
  readonly id: string;
  readonly to: string;
  readonly reader: DateReader;
  readonly values: Readonly<Record<string, MailValue>>;
  readonly text: MailText;
  readonly footer: MailText;
  readonly letterhead: Letterhead;
  readonly shopUrl: string;
};

export function writeLetter({ id, to, reader, values, text, footer, letterhead, shopUrl }: MailDraft): RenderedMail {
  const { brand, company, supportEmail, sender, look, hasLogo } = letterhead;
  const { locale } = reader;
  const shopValues: ShopValues = { brand, company, supportEmail, shopUrl };
  const all = { ...formatValues(values, reader), ...shopValues };
  const table = getLines(values);
  const body = withoutMissing(text.body, all);
  const subject = cleanHeader(fillPlaceholders(text.subject, all));
  return {
    messageId: formatMessageId(id, sender.address),
    from: `"${cleanHeader(sender.name).replace(/["\\]/g, '')}" <${sender.address}>`,
    to,
    // Customers answer mails, and the sender's address may not be read.
    replyTo: supportEmail,
    subject,
    locale,
    text: `${formatBlocks(body, all, table)}\n\n-- \n${formatBlocks(footer.body, all)}\n`,
    html: renderLayout({
      subject,
      locale,
      brand,
      shopUrl,
      accent: look.accent,
      hasLogo,
      body: renderBlocks(body, all, table),
      footer: renderBlocks(footer.body, all, [], 'small'),
    }),
  };
}

/** Without paragraphs and items that use a value which this mail does not have. */
function withoutMissing(tokens: readonly Token[], values: Values): readonly Token[] {
  const isThere = ({ raw }: Pick<Token, 'raw'>) =>
    !findPlaceholders(raw).some(({ name }) => (optionalValues as readonly string[]).includes(name) && !values[name]);
  return tokens.flatMap((token): Token[] => {
    if (token.type !== 'list') return isThere(token) ? [token] : [];
    const items = (token as Tokens.List).items.filter(isThere);
    return items.length > 0 ? [{ ...token, items }] : [];
  });
}

/** All values except the table, as text. */
function formatValues(values: MailDraft['values'], reader: DateReader): Values {
  const shown = Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (typeof value !== 'string') return [];
    const moment = new Date(value);
    // A mail queued by an earlier release has text instead of a timestamp.
    const isMoment = !Number.isNaN(moment.getTime());
    if (isMoment && momentValues.includes(name)) return [[name, showZonedMoment(moment, reader)]];
    if (isMoment && (optionalValues as readonly string[]).includes(name)) return [[name, showZonedWeekday(moment, reader)]];
    if (isMoment && dayValues.includes(name)) return [[name, showZonedDay(moment, reader)]];
    return [[name, name === 'name' ? preventLinks(value) : value]];
  });
  return Object.fromEntries(shown);
}

function getLines({ [TABLE]: lines }: MailDraft['values']): readonly MailLine[] {
  return typeof lines === 'object' ? lines : [];
}

/** A paragraph that is only the placeholder of the table. */
const isTable = (token: Token): boolean => token.type === 'paragraph' && token.raw.trim() === `{${TABLE}}`;

/** Joins the source's lines; only line breaks of values stay. */
const fillLine = (template: string, values: Values): string =>
  removeInvisible(fillPlaceholders(template.replace(/\s*\n\s*/g, ' '), values));
const removeInvisible = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');

function getLinkTarget(href: string, values: Values): string {
  const filledIn = fillPlaceholders(href, values);
  if (!isLinkTarget(filledIn)) throw new Error('mail link target is not allowed');
  return filledIn;
}

const listInnerTokens = (token: Token): readonly Token[] => ('tokens' in token ? (token.tokens ?? []) : []);

/** A paragraph that is only a link is shown as a button. */
function findOnlyLink(token: Token): Tokens.Link | undefined {
  const inside = token.type === 'paragraph' ? listInnerTokens(token) : [];
  const [first] = inside;
  return inside.length === 1 && first?.type === 'link' && !first.autolink ? (first as Tokens.Link) : undefined;
}

function renderBlocks(tokens: readonly Token[], values: Values, table: readonly MailLine[], size: 'body' | 'small' = 'body'): Markup[] {
  return tokens.flatMap((token): Markup[] => {
    if (isTable(token)) return renderTable(table);
    const inside = () => renderInline(listInnerTokens(token), values);
    const button = size === 'body' ? findOnlyLink(token) : undefined;
    if (button)
      return [
        html`<p${renderClass('block')}><a${renderClass('button')} href="${getLinkTarget(button.href, values)}">${renderInline(button.tokens, values)}</a></p>`,
      ];
    switch (token.type) {
      case 'paragraph':
        return [html`<p${renderClass(size === 'small' ? 'small' : 'block')}>${inside()}</p>`];
      case 'heading':
        return token.depth === 1
          ? [html`<h1${renderClass('heading')}>${inside()}</h1>`]
          : [html`<h2${renderClass('subheading')}>${inside()}</h2>`];
      case 'list': {
        const items = token.items.map((item: Tokens.ListItem) => html`<li${renderClass('item')}>${renderInline(item.tokens, values)}</li>`);
        return [token.ordered ? html`<ol${renderClass('list')}>${items}</ol>` : html`<ul${renderClass('list')}>${items}</ul>`];
      }
      case 'hr':
        return [html`<hr${renderClass('rule')}>`];
      default:
        return [];
    }
  });
}

function renderInline(tokens: readonly Token[], values: Values): Markup[] {
  return tokens.map((token): Markup => {
    switch (token.type) {
      case 'strong':
        return html`<strong>${renderInline(listInnerTokens(token), values)}</strong>`;
      case 'em':
        return html`<em>${renderInline(listInnerTokens(token), values)}</em>`;
      case 'br':
        return html`<br>`;
      case 'link':
        return html`<a${renderClass('link')} href="${getLinkTarget(token.href, values)}">${renderInline(listInnerTokens(token), values)}</a>`;
      default:
        return listInnerTokens(token).length > 0 ? html`${renderInline(listInnerTokens(token), values)}` : renderText(token, values);
    }
  });
}

const renderText = (token: Token, values: Values): Markup =>
  html`${fillLine('text' in token ? token.text : '', values)
    .split('\n')
    .map((line, index) => html`${index > 0 && html`<br>`}${keepNumbersTogether(line)}`)}`;

function formatBlocks(tokens: readonly Token[], values: Values, table: readonly MailLine[] = []): string {
  const blocks = tokens.map((token) => {
    if (isTable(token)) return formatTable(table);
    switch (token.type) {
      case 'list':
        return token.items
          .map(
            (item: Tokens.ListItem, index: number) =>
              `${token.ordered ? `${index + 1}.` : '-'} ${formatInline(item.tokens, values).replaceAll('\n', '\n  ')}`,
          )
          .join('\n');
      case 'hr':
        return '----';
      case 'space':
        return '';
      default:
        return formatInline(listInnerTokens(token), values);
    }
  });
  return blocks.filter((block) => block !== '').join('\n\n');
}

function formatInline(tokens: readonly Token[], values: Values): string {
  return tokens
    .map((token): string => {
      if (token.type === 'br') return '\n';
      if (token.type === 'link') return linkText(formatInline(listInnerTokens(token), values), getLinkTarget(token.href, values));
      return listInnerTokens(token).length > 0
        ? formatInline(listInnerTokens(token), values)
        : fillLine('text' in token ? token.text : '', values);
    })
    .join('');
}

const linkText = (label: string, href: string): string => {
  const shown = href.replace(/^mailto:/, '');
  return label === shown ? shown : `${label}: ${shown}`;
};

/** Numbers of orders, tickets and documents. They must not break at their hyphens. */
const number = /\b([A-Z]{1,3}-[0-9A-Z-]+)\b/;

/** Text as HTML, with each number on one line. */
const keepNumbersTogether = (text: string): Markup =>
  html`${text.split(number).map((part, index) => (index % 2 === 1 ? html`<span${renderClass('number')}>${part}</span>` : part))}`;

function renderTable(lines: readonly MailLine[]): Markup[] {
  if (lines.length === 0) return [];
  return [html`<table role="none"${renderClass('table')}><tbody>${lines.map(renderRow)}</tbody></table>`];
}

function renderRow({ name, about = [], amount, isTotal, link }: MailLine): Markup {
  const title =
    link === undefined
      ? keepNumbersTogether(name)
      : html`<a${renderClass('link')} href="${getLinkTarget(link, {})}">${keepNumbersTogether(name)}</a>`;
  const details = about.map((line) => html`<br><span${renderClass('detail')}>${keepNumbersTogether(line)}</span>`);
  return html`<tr><td${renderClass(isTotal ? 'total' : 'cell')}>${title}${details}</td><td${renderClass(isTotal ? 'totalAmount' : 'amount')}>${amount}</td></tr>`;
}

const formatTable = (lines: readonly MailLine[]): string => lines.map(formatLine).join('\n');

const formatLine = ({ name, about = [], amount, link }: MailLine): string =>
  [amount === '' ? name : `${name}: ${amount}`, ...[...about, ...(link === undefined ? [] : [link])].map((line) => `  ${line}`)].join('\n');
