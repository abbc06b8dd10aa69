// Types of the page data. The server selects it from the catalogue and the shop's texts; the browser reads it
// from the document or loads it.

import type { MonthEntry, PostedForm, SamplePart } from '#lib/rendering.ts';
import type { Day } from '#lib/time/date.ts';
import type { Turnaround } from '#lib/time/turnaround.ts';
import type { AddOn } from '#modules/catalogue/add-ons/shapes.ts';
import type { DeliveryTimes, MadePromise, Offer, PlatformType, ServiceText } from '#modules/catalogue/shapes.ts';
import type { Declaration, DeclarationKind } from '#modules/support/declarations/shapes.ts';
import type { AnswerPromise } from '#modules/support/hours/shapes.ts';
import type { Thread } from '#modules/support/shapes-threads.ts';
import type { PlanSheet } from '#ui/catalogue/plan-sheet.ts';
import type { pages, ScreenName } from '../../pages.ts';
import type { InvoiceData, MeansData, PayData, QuoteData, ShareData } from './link-data.ts';
import type { ShellData } from './shell.ts';

export type Price = Pick<Offer, 'id' | 'unit' | 'note' | 'unitPrice' | 'tiers'> & { readonly plan?: PlanSheet };

/** A service as a card shows it. */
export type ServiceCard = Pick<ServiceText, 'slug' | 'icon' | 'name' | 'summary' | 'interval'> & {
  /** A program delivers within a minute. */
  readonly isInstant: boolean;
  /** Of its offer that takes longest. */
  readonly turnaround: Turnaround;
  /** Its lowest price is its only one. */
  readonly isOnlyPrice: boolean;
  /** Its lowest price; absent if nothing is offered in the currency. */
  readonly from: number | undefined;
};

export type HomeData = {
  readonly services: readonly ServiceCard[];
  readonly bundles: readonly ServiceCard[];
  readonly example:
    | { readonly slug: string; readonly title: string; readonly caption: string; readonly text: string; readonly turnaround: Turnaround }
    | undefined;
  /** Of the service that takes longest. */
  readonly turnaround: Turnaround;
  /** The first bundle that has a month as its sample. */
  readonly monthSample: string | undefined;
  readonly blocks: readonly HomeBlockData[];
  readonly questions: readonly { readonly id: string; readonly question: string; readonly answer: string }[];
};

/** What a visitor comes for. */
export type ServiceGroup = (typeof pages.services.query.kind)[number];

/** A block of the home page, in the page's language. */
export type HomeBlockData =
  | { readonly kind: 'how' | 'bundles' | 'questions' }
  | { readonly kind: 'hero'; readonly eyebrow: string; readonly lead: string; readonly facts: readonly string[] }
  | { readonly kind: 'services'; readonly title: string }
  /** The first part of each sample, and its calendar. */
  | { readonly kind: 'samples'; readonly samples: readonly ServiceSample[] }
  | { readonly kind: 'points'; readonly title: string; readonly points: readonly { readonly title: string; readonly text: string }[] };

export type ServiceSample = Pick<ServiceText, 'slug' | 'icon' | 'name'> & {
  readonly brand: string;
  readonly parts: readonly SamplePartData[];
};

/** The server names weekdays and services, so that the browser's own names cannot differ from them. */
export type SamplePartData =
  | Exclude<SamplePart, { kind: 'month' }>
  | {
      readonly kind: 'month';
      readonly label: string;
      /** From Monday on. */
      readonly weekdays: readonly string[];
      readonly entries: readonly (Omit<MonthEntry, 'service'> & Pick<ServiceText, 'icon' | 'name'>)[];
    };

export type SamplesData = { readonly samples: readonly ServiceSample[] };

export type ServiceSheet = Pick<
  ServiceText,
  'slug' | 'icon' | 'name' | 'summary' | 'description' | 'contains' | 'excludes' | 'sample' | 'interval' | 'revisions'
> &
  Pick<ServiceCard, 'isInstant' | 'turnaround' | 'isOnlyPrice' | 'from'> & {
    readonly kind: ServiceGroup;
    /** Of all its offers. */
    readonly madeKinds: readonly MadePromise['kind'][];
    readonly tools: readonly string[];
    /** There is a whole sample of it. */
    readonly hasSample: boolean;
    /** Its first part, if that is drawn. */
    readonly preview: SamplePartData | undefined;
    /** Names of the platforms, with their surcharges; empty if it is for any. */
    readonly platforms: readonly string[];
    readonly prices: readonly Price[];
    /** Of any of its offers. Absent: none. */
    readonly addOns?: readonly Pick<AddOn, 'id' | 'name' | 'unitPrice' | 'percent' | 'charged'>[];
    /** Pieces of a bundle, equal ones grouped; empty for a single service. */
    readonly pieces: readonly SheetPiece[];
    /** False if one of its offers is automatic. */
    readonly isAllRevised: boolean;
    /** Price of a bundle's pieces as single orders. */
    readonly partsPrice: number | undefined;
  };

export type SheetPiece = {
  readonly offerId: string;
  /** Absent if it is not listed. */
  readonly slug?: string;
  readonly name: string;
  readonly unit: string;
  readonly quantity: number;
  /** For the whole quantity as single orders. */
  readonly price: number | undefined;
};

export type ServicesData = {
  readonly services: readonly ServiceSheet[];
  readonly bundles: readonly ServiceSheet[];
};

/** A service's own page: everything that a visitor wants to know before ordering. */
export type AboutData = {
  readonly sheet: ServiceSheet;
  /** The beginning of a sample, drawn; absent: it is quoted. */
  readonly sample?: Pick<ServiceSample, 'brand' | 'parts'>;
  /** What the brief must have, and how many questions may be left out. */
  readonly asks: { readonly required: readonly string[]; readonly optional: number };
  readonly questions: HomeData['questions'];
  /** Absent: nothing is offered in the currency. */
  readonly calculator?: CalculatorData;
  /** Absent: there were too few deliveries of late. */
  readonly times?: DeliveryTimes;
};

/** The price of one line, from the parameters of the address. */
export type CalculatorData = {
  readonly offers: readonly (Price & Pick<Offer, 'interval'>)[];
  /** The chosen offer; the first one if none is chosen. */
  readonly offer: Pick<Offer, 'id' | 'unitPrice' | 'interval' | 'minQuantity' | 'maxQuantity'> & { readonly title: string };
  readonly isMeasured: boolean;
  readonly quantity: { readonly typed: string; readonly hasError: boolean };
  readonly platforms: readonly { readonly value: string; readonly name: string; readonly isChosen: boolean }[];
  /** Of every offer of the service; `typed`: '' if it is not wanted. */
  readonly addOns: readonly (Pick<AddOn, 'id' | 'name' | 'unitPrice' | 'percent' | 'charged' | 'maxQuantity'> & {
    readonly parameter: string;
    readonly typed: string;
    readonly hasError: boolean;
    readonly isOffered: boolean;
  })[];
  /** Absent: a parameter is wrong. */
  readonly cost?: {
    readonly units: readonly { readonly count: number; readonly unitPrice: number }[];
    readonly platform?: Pick<PlatformType, 'name' | 'surchargePercent'>;
    readonly surcharge: number;
    readonly addOns: readonly { readonly id: string; readonly name: string; readonly price: number }[];
    readonly total: number;
  };
};

/** The browser loads prices and questions from the API. */
export type ServiceData = Pick<ServiceText, 'slug' | 'serviceType' | 'kind' | 'name' | 'description' | 'contains' | 'turnaround'> & Titles;
/** "Logo design, 3 drafts", by offer id. */
type Titles = { readonly titles: Readonly<Record<string, string>> };

/** The service that a visitor wants to order, after which the log-in leads back to it. */
export type LoginData = { readonly order?: ServiceCard };

/** All questions by group; `asked`: the search text as the server parsed it. */
export type FaqData = { readonly asked: string; readonly groups: readonly QuestionGroup[] };
export type QuestionGroup = { readonly id: string; readonly title: string; readonly questions: HomeData['questions'] };

export type PolicyData = {
  readonly title: string;
  /** Of the text, if it is not that of the page. */
  readonly lang?: string;
  readonly version: number;
  readonly updated: Day;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
  readonly html: string;
};

/**
 * `sent`: number of the new ticket; `order`: its order number; `posted`: the form as posted without
 * JavaScript.
 */
export type ContactData = {
  readonly sent?: string;
  readonly order?: string;
  readonly posted?: PostedForm;
  readonly messageMaxChars: number;
  /** Absent: the shop promises no time. */
  readonly promise?: AnswerPromise;
};

/**
 * `toConfirm`: what the second step shows; `sent`: it is confirmed; `expired`: the first step has to be
 * filled in again.
 */
export type DeclarationData = {
  readonly kind: DeclarationKind;
  readonly supportEmail: string;
  readonly toConfirm?: { readonly id: string; readonly declaration: Declaration; readonly endsOn?: Day };
  readonly sent?: true;
  readonly expired?: true;
  readonly posted?: PostedForm;
};

/**
 * `code`: from the mailed link; `thread`: the ticket that the cookie gives access to; `sent`: what was just
 * posted.
 */
export type TicketData = {
  readonly code?: string;
  readonly sent?: 'answer' | 'link';
  readonly thread?: Thread;
  readonly posted?: PostedForm;
  readonly messageMaxChars: number;
};

/**
 * `code`: from the mailed link; `side`: the link was mailed to the old address; `done`: result of the posted
 * form.
 */
export type ConfirmData = {
  readonly code?: string;
  readonly side?: 'old';
  readonly done?: (typeof confirmDone)[number];
  readonly posted?: PostedForm;
};
export const confirmDone = ['confirmed', 'changed', 'old', 'new'] as const;

/** `ready`: the cookie gives access to a file. */
export type MyDataData = { readonly code?: string; readonly ready?: true; readonly posted?: PostedForm };

/** Names and addresses of the services, which the prices API does not return. */
export type CartData = { readonly services: readonly Pick<ServiceText, 'serviceType' | 'slug' | 'icon' | 'name'>[] };

/** Names of services and offers, which the orders API does not return. */
export type HistoryData = Titles & {
  readonly services: readonly Pick<ServiceText, 'serviceType' | 'slug' | 'name' | 'kind' | 'state' | 'delivers'>[];
  readonly platforms: readonly Pick<PlatformType, 'platform' | 'name' | 'layout'>[];
};

export type ScreenData = {
  readonly home: HomeData;
  readonly services: ServicesData;
  readonly samples: SamplesData;
  readonly service: ServiceData;
  readonly about: AboutData;
  readonly faq: FaqData;
  readonly contact: ContactData;
  readonly ticket: TicketData;
  readonly login: LoginData;
  readonly createAccount: LoginData;
  readonly recoveryPassword: object;
  readonly loginLink: { readonly code?: string };
  readonly resetPassword: { readonly email?: string; readonly code?: string };
  readonly cart: CartData;
  readonly orderHistory: HistoryData;
  readonly order: object;
  readonly cartLink: object;
  readonly plans: object;
  readonly invitation: object;
  readonly accountDetails: object;
  readonly funds: object;
  readonly support: object;
  readonly changePassword: object;
  readonly notLoggedIn: object;
  readonly withdrawal: DeclarationData;
  readonly cancel: DeclarationData;
  readonly confirmEmail: ConfirmData;
  readonly myData: MyDataData;
  readonly pay: PayData;
  readonly means: MeansData;
  readonly invoice: InvoiceData;
  readonly quote: QuoteData;
  readonly share: ShareData;
  readonly cookiesPolicy: PolicyData;
  readonly privacyPolicy: PolicyData;
  readonly refundPolicy: PolicyData;
  readonly termsAndConditions: PolicyData;
  readonly accessibility: PolicyData;
  readonly ui: object;
  readonly notFound: { readonly path: string };
  readonly error: { readonly message?: string; readonly requestId?: string };
};

/** Title and description of a page with the owner's texts. */
export type Head = { readonly title: string; readonly about: string };
/** Everything the server sends for a page. */
export type Loaded = { readonly shell: ShellData; readonly head?: Head | undefined; readonly data: ScreenData[ScreenName] };

export type ScreenProps<Name extends ScreenName> = { readonly data: ScreenData[Name] };
