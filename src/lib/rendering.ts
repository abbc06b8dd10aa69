// The interface between the server and the render bundle, which is built separately.

import type { AddedLocale, BuiltInLocale, InLocales, Locale, ShopLanguages, Words } from './locale.ts';
import type { ShopLook } from './look/look.ts';
import type { CurrencyCode, CurrencyNumber } from './money/money.ts';
import type { Calendar } from './time/calendar.ts';
import type { DateLocale } from './time/date.ts';
import type { OwnerTexts } from './words/owner-texts.ts';

/** In shop/, beside the folder of the logos. */
export const BRAND_FILE = 'brand.yaml';
/** Each is an SVG or a PNG. */
export const logoNames = ['logo', 'logo-dark', 'icon'] as const;
export type LogoName = (typeof logoNames)[number];

/** SVG source, or a PNG as a data URL. Width and height are those of the file; pages scale it. */
export type LogoFile = { readonly text: string; readonly address: string; readonly width: number; readonly height: number };

export type SocialLink = { readonly name: string; readonly url: string };

/** The texts of shop/ that pages show, in every language. */
export type ShopTexts = {
  readonly brand: {
    readonly name: string;
    readonly tagline: Words;
    readonly claim: Words;
    readonly defaultLocale: Locale;
    /** Of visitors who have chosen none; absent, or not among those of money.yaml: the first of those. */
    readonly defaultCurrency?: CurrencyCode | undefined;
    readonly dateLocale: DateLocale;
    /** Time zone of the reports' days. */
    /** The owner promises it for all services; absent in versions before it. */
    readonly noGeneratedText?: boolean;
    /** Customers see the first name of who works on their order; absent in versions before it. */
    readonly showsMakers?: boolean;
    readonly timeZone: string;
    readonly supportEmail: string;
    readonly mailFrom: string;
    readonly look: ShopLook;
    /** Profiles elsewhere, in the footer. */
    readonly social: readonly SocialLink[];
    /** Absent: the shop's own mark. */
    readonly logo?: { readonly light: LogoFile; readonly dark?: LogoFile; readonly includesName: boolean };
    /** Square, for browser tabs and home screens. */
    readonly icon?: LogoFile;
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
    /** The account for transfers. */
    readonly iban?: string | undefined;
    readonly bic?: string | undefined;
    /** Of the KID on invoices in NOK. */
    readonly kidModulus?: '' | 'mod10' | 'mod11' | undefined;
    /** Whether an advance is invoiced; empty: as the country has it. */
    readonly advanceInvoices?: '' | 'yes' | 'no' | undefined;
  };
  readonly questionGroups: readonly { readonly id: string; readonly title: Words }[];
  readonly questions: readonly Question[];
  readonly policies: Readonly<Record<PolicyName, InLocales<PolicyText>>>;
  /** By the slug of the service. */
  readonly samples: Readonly<Record<string, Readonly<Record<BuiltInLocale, Sample>>>>;
  readonly home: HomePage;
  readonly menus: Menus;
  readonly calendar: Calendar;
};

/** A sample of what a service delivers, for an invented brand. */
export type Sample = { readonly brand: string; readonly parts: readonly SamplePart[] };

export type SamplePart = { readonly label: string } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  /** Slogans, each with its reason. */
  | { readonly kind: 'board'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'notes'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'tags'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'table'; readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | {
      readonly kind: 'post';
      readonly platform: string;
      readonly handle: string;
      readonly slot: string;
      readonly picture: SamplePicture;
      readonly direction: string;
      readonly caption: string;
      readonly action: string;
    }
  | {
      readonly kind: 'change';
      readonly before: string;
      readonly after: string;
      /** What was found and what replaces it, in the order of the text. */
      readonly marks: readonly (readonly string[])[];
    }
  | { readonly kind: 'month'; readonly entries: readonly MonthEntry[] }
);
/** What is delivered or published on a day. Day 1 is a Monday. */
export type MonthEntry = {
  readonly day: number;
  /** Slug. */
  readonly service: string;
  readonly title: string;
  readonly time?: string | undefined;
  /** Several at once: kits, sets, phrases, or thousands of words. */
  readonly count?: number | undefined;
};
export const samplePictures = ['window', 'loaf', 'bench', 'bicycle', 'jar', 'house'] as const;
export type SamplePicture = (typeof samplePictures)[number];

/** Title and description are what search engines show. */
type HomePage = { readonly title: Words; readonly description: Words; readonly blocks: readonly HomeBlock[] };

/** `to`: a page of the shop, or an address elsewhere. */
type MenuLink = {
  readonly to: string;
  readonly label: Words;
  /** Absent: in every language. */
  readonly languages?: readonly Locale[] | undefined;
};
/** The links of header and footer. */
export type Menus = {
  readonly header: readonly MenuLink[];
  readonly columns: readonly { readonly title: Words; readonly links: readonly MenuLink[] }[];
  /** At the end of the footer. */
  readonly note?: Words | undefined;
};

/** The texts of pages that the desk edits; each is a file of the shop's folder. */
export const contentNames = ['home', 'faq', 'menus', 'company'] as const;
export type ContentName = (typeof contentNames)[number];

/** A block of the home page. */
export type HomeBlock =
  | { readonly kind: 'how' | 'bundles' | 'questions' }
  /** In a fact, `**` is around what is bold. */
  | {
      readonly kind: 'hero';
      readonly eyebrow: Words;
      readonly lead: Words;
      readonly facts: readonly Words[];
      /** Id of the offer of the example order; absent: the first one. */
      readonly example?: string | undefined;
    }
  | { readonly kind: 'services'; readonly title: Words }
  | { readonly kind: 'samples'; readonly services: readonly string[] }
  | { readonly kind: 'points'; readonly title: Words; readonly points: readonly { readonly title: Words; readonly text: Words }[] };

/** Kinds with an anchor or the title of the page: each may be there once. */
export const singleBlocks: ReadonlySet<string> = new Set(['hero', 'how', 'questions'] satisfies HomeBlock['kind'][]);

export const policyNames = ['terms', 'privacy', 'cookies', 'refunds', 'accessibility'] as const;
export type PolicyName = (typeof policyNames)[number];
/** A shop without a text of its own has that of the default shop. */
export const defaultedPolicy = 'accessibility' satisfies PolicyName;

export type PolicyText = {
  readonly title: string;
  readonly description: string;
  /** Date of this version: 2026-11-21. */
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

/** A form posted without script and rejected: the input and the messages, in the language of the page. */
export type PostedForm = {
  readonly values: Readonly<Record<string, string>>;
  readonly status: number;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly retryAfterSeconds?: number | undefined;
  /** Request id of an internal error, to quote to support. */
  readonly requestId?: string | undefined;
};

export type RenderRequest = {
  /** A page name, or notFound or error. */
  readonly screen: string;
  readonly params: Readonly<Record<string, string>>;
  /** The page's path and its known query; for 404 the requested path. */
  readonly path: string;
  readonly locale: Locale;
  readonly currency: CurrencyNumber;
  /** The catalogue in this language and currency; typed by the catalogue module. */
  readonly storefront: unknown;
  readonly shop: ShopTexts;
  /** Request id of an internal error, to quote to support. */
  readonly requestId?: string;
  readonly posted?: PostedForm;
  /** Data that the page's URL grants access to; typed by the modules. */
  readonly own?: unknown;
};

export type PageMade = {
  readonly html: string;
  readonly title: string;
  readonly about: string;
  /** What the app reads, as JSON. */
  readonly data: string;
};

/** Absolute URLs of a page. */
export type Site = { readonly shopUrl: string; readonly base: string; readonly logo: string };

/** A service as the head of its page names it. */
export type ServiceHead = {
  readonly slug: string;
  readonly icon: string | null;
  readonly title: string;
  readonly about: string;
  /** Search engines may list its own page. */
  readonly isListed: boolean;
};

/** Compiled messages by id, as Lingui loads them. */
export type CompiledMessages = Readonly<Record<string, readonly unknown[]>>;
/** The languages of the shop, and the translations of those that the release does not have. */
export type AddedLanguages = {
  readonly languages: ShopLanguages;
  readonly fallback: BuiltInLocale;
  readonly messages: Readonly<Record<string, CompiledMessages>>;
  readonly texts: Readonly<Record<string, OwnerTexts>>;
};

/** The source files of a page, by their manifest keys. */
export type PageSources = {
  readonly entry: string;
  /** Only their styles are loaded. */
  readonly styled: readonly string[];
  /** Of the app: styles and scripts. */
  readonly loaded: readonly string[];
};

export type Renderer = {
  /** Call first. The renderer is a bundle of its own, with its own list of languages. */
  addLanguages(languages: AddedLanguages): void;
  /** All messages of the account in an added language, those without a translation in English. */
  accountMessages(locale: AddedLocale): Promise<unknown>;
  /** Renders the page and its data. */
  render(request: RenderRequest): Promise<PageMade>;
  /** Only the data, for client-side navigation. */
  renderData(request: RenderRequest): string;
  /** Title and description of a page, without the brand's name; empty if the owner's texts define them. */
  getHead(screen: string, locale: Locale): Promise<{ readonly title: string; readonly about: string }>;
  /** All services of the storefront. */
  serviceHeads(storefront: unknown): readonly ServiceHead[];
  /** JSON-LD of a page; empty if there is none. */
  renderStructuredData(request: RenderRequest, site: Site): Promise<string>;
  /** The files of a page in a language. */
  exportFiles(screen: string, locale: Locale): PageSources;
  /** Inline script that applies browser-only state before the first paint. */
  readonly marks: string;
};
