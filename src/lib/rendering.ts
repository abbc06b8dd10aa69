// What the server asks of the bundle that renders pages, and what it gets. The bundle is built apart, so that this is all that both sides know.

import type { Locale, Words } from './locale.ts';
import type { CurrencyNumber } from './money/money.ts';
import type { DateLocale } from './time/date.ts';

/** The texts of shop/ that pages show, in every language. */
export type ShopTexts = {
  readonly brand: {
    readonly name: string;
    readonly tagline: Words;
    readonly claim: Words;
    readonly defaultLocale: Locale;
    readonly dateLocale: DateLocale;
    /** Where a day of the reports begins. */
    readonly timeZone: string;
    readonly supportEmail: string;
  };
  readonly company: {
    readonly sample: boolean;
    readonly legalName: string;
    readonly registrationNumber: string;
    readonly vatId: string;
    readonly street: string;
    readonly city: string;
    readonly postalCode: string;
    readonly country: string;
    readonly representative: Words;
    readonly email: string;
    readonly phone: string;
  };
  readonly questionGroups: readonly { readonly id: string; readonly title: Words }[];
  readonly questions: readonly Question[];
  readonly policies: Readonly<Record<PolicyName, Readonly<Record<Locale, PolicyText>>>>;
};

export const policyNames = ['terms', 'privacy', 'cookies', 'refunds'] as const;
export type PolicyName = (typeof policyNames)[number];

export type PolicyText = {
  readonly title: string;
  readonly description: string;
  /** The day of this version: 2026-11-21. */
  readonly updated: string;
  readonly version: number;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
  readonly html: string;
};

export type Question = {
  readonly id: string;
  readonly group: string;
  readonly home: boolean;
  readonly question: Words;
  readonly answer: Words;
};

/** A form that was posted without script and refused: what was typed, and what is wrong with it, in the language of the page. */
export type PostedForm = {
  readonly values: Readonly<Record<string, string>>;
  readonly status: number;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly retryAfterSeconds?: number | undefined;
  /** Of a fault of ours: what to quote when asking for help. */
  readonly requestId?: string | undefined;
};

export type PageAsk = {
  /** A name of the table of pages, or notFound or fault. */
  readonly screen: string;
  readonly params: Readonly<Record<string, string>>;
  /** The page's own path and the part of the query that it knows; of a page that does not exist, what was asked for. */
  readonly path: string;
  readonly locale: Locale;
  readonly currency: CurrencyNumber;
  /** The catalogue's view in this language and currency; the rooms know its shape. */
  readonly storefront: unknown;
  readonly shop: ShopTexts;
  /** Of a fault: what to quote when asking for help. */
  readonly requestId?: string;
  readonly posted?: PostedForm;
  /** What the page's address alone opens; the rooms know its shape. */
  readonly own?: unknown;
};

export type PageMade = {
  readonly html: string;
  readonly title: string;
  readonly about: string;
  /** What the browser needs to make the same page alive, as JSON. */
  readonly data: string;
};

/** Where a page stands for the world outside; all absolute. */
export type Site = { readonly shopUrl: string; readonly base: string; readonly logo: string };

export type Renderer = {
  /** The page, and its data. */
  render(ask: PageAsk): Promise<PageMade>;
  /** Only its data, for a browser that is alive already. */
  dataOf(ask: PageAsk): string;
  /** What a page says of itself, without the brand's name; empty where the owner's texts say it. */
  headOf(screen: string, locale: Locale): Promise<{ readonly title: string; readonly about: string }>;
  /** What search engines read of a page, as JSON-LD; empty where there is nothing to say. */
  structured(ask: PageAsk, site: Site): Promise<string>;
  /** The files behind a screen in a language, as the bundler's list names them. */
  filesOf(screen: string, locale: Locale): readonly string[];
  /** The inline script that tells the first paint what only the browser knows. */
  readonly marks: string;
  /** The inline script that starts the browser's side when it is time. */
  readonly loader: string;
};
