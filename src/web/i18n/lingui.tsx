// What builds have in place of @lingui/core and @lingui/react (see vite.config.ts): the pages' messages are compiled and only contain values, elements and
// plurals. Development and tests of components have the packages, which also read messages that are not compiled.
import { cloneElement, createContext, Fragment, type ReactElement, type ReactNode, use, useMemo } from 'react';

type TextValues = Readonly<Record<string, unknown>>;
type Cases = Readonly<Record<string, CompiledMessage>>;
/** `#` stands for the number in a plural; an array is a value by its name, with the cases of a plural. */
type Part = string | readonly [name: string, kind?: 'plural' | 'selectordinal' | 'select', cases?: Cases];
type CompiledMessage = string | readonly Part[];
type CompiledCatalog = Readonly<Record<string, CompiledMessage>>;
type Descriptor = { readonly id: string; readonly values?: TextValues };

type Setup = {
  readonly locale: string;
  /** As Intl names it. */
  readonly locales: string;
  readonly missing: (locale: string, id: string) => string;
};

type Translations = ReturnType<typeof setupI18n>;

export function setupI18n({ locale, locales, missing }: Setup) {
  const known: Record<string, CompiledMessage> = Object.create(null);
  const text = (id: string | Descriptor, values?: TextValues): string => {
    if (typeof id !== 'string') return text(id.id, id.values ?? values);
    const message = known[id];
    return message === undefined ? missing(locale, id) : write(message, values ?? {}, locales);
  };
  return {
    locale,
    _: text,
    load: (_: string, messages: CompiledCatalog) => void Object.assign(known, messages),
    number: (value: number, format?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locales, format).format(value),
  };
}

/** `count`: what `#` stands for, in a plural. */
function write(message: CompiledMessage, values: TextValues, locales: string, count?: string): string {
  if (typeof message === 'string') return message;
  let text = '';
  for (const part of message)
    if (typeof part === 'string') text += part === '#' && count !== undefined ? count : part;
    else {
      const [name, kind, cases] = part;
      const value = values[name];
      text += cases ? choose(kind, cases, value, values, locales) : (value ?? '');
    }
  return text;
}

function choose(kind: Part[1], cases: Cases, value: unknown, values: TextValues, locales: string): string {
  if (kind === 'select') return write(cases[String(value)] ?? cases.other ?? '', values, locales);
  const type = kind === 'plural' ? 'cardinal' : 'ordinal';
  const known = plurals.get(type + locales) ?? { rules: new Intl.PluralRules(locales, { type }), count: new Intl.NumberFormat(locales) };
  plurals.set(type + locales, known);
  const chosen = cases[String(value)] ?? cases[known.rules.select(Number(value))] ?? cases.other ?? '';
  return write(chosen, values, locales, known.count.format(Number(value)));
}

const plurals = new Map<string, { readonly rules: Intl.PluralRules; readonly count: Intl.NumberFormat }>();

type Lingui = { readonly i18n: Translations; readonly _: Translations['_'] };

const LinguiContext = createContext<Lingui | undefined>(undefined);

export function I18nProvider({ i18n, children }: { readonly i18n: Translations; readonly children: ReactNode }) {
  const lingui = useMemo(() => ({ i18n, _: i18n._ }), [i18n]);
  return <LinguiContext value={lingui}>{children}</LinguiContext>;
}

export function useLingui(): Lingui {
  const lingui = use(LinguiContext);
  if (!lingui) throw new Error('useLingui() must be used inside <I18nProvider>');
  return lingui;
}

type Elements = Readonly<Record<string, ReactElement>>;
type TransProps = { readonly id: string; readonly values?: TextValues; readonly components?: Elements };

export function Trans({ id, values, components }: TransProps): ReactNode {
  const { _ } = useLingui();
  if (!values) return components ? withElements(_(id), components) : _(id);
  const texts: Record<string, unknown> = {};
  const elements: Record<string, ReactElement> = { ...components };
  let count = Object.keys(elements).length;
  // A value that is no text becomes an element of the message.
  for (const [name, value] of Object.entries(values))
    if (typeof value === 'string' || typeof value === 'number') texts[name] = value;
    else {
      texts[name] = `<${count}/>`;
      elements[count++] = <Fragment>{value as ReactNode}</Fragment>;
    }
  return withElements(_(id, texts), elements);
}

/** `<0>inside</0>` or `<0/>`. */
const ELEMENT = /<(\w+)>([\s\S]*?)<\/\1>|<(\w+)\/>/;

function withElements(text: string, elements: Elements): ReactNode {
  const [before, ...rest] = text.split(ELEMENT);
  if (rest.length === 0) return text;
  const nodes: ReactNode[] = before ? [before] : [];
  for (let index = 0; index < rest.length; index += 4) {
    const [pair, inside, single, after] = rest.slice(index, index + 4);
    const element = elements[pair ?? single ?? ''];
    if (element)
      nodes.push(inside ? cloneElement(element, { key: index }, withElements(inside, elements)) : cloneElement(element, { key: index }));
    if (after) nodes.push(after);
  }
  return nodes.length === 1 ? nodes[0] : nodes;
}
