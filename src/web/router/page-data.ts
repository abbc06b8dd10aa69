// What each screen is given. The server picks it from the catalogue and the shop's texts; the browser gets it in the document or asks for it.

import type { PostedForm } from '../../lib/rendering.ts';
import type { DateLocale, Day } from '../../lib/time/date.ts';
import type { PlatformNumber, PlatformType, ServiceText } from '../../modules/catalogue/shapes.ts';
import type { Thread } from '../../modules/support/shapes-threads.ts';
import type { ScreenName } from '../../pages.ts';

/** The frame around every page. */
export type ShellData = {
  readonly brand: string;
  readonly tagline: string;
  readonly claim: string;
  readonly supportEmail: string;
  readonly seller: readonly string[];
  /** How the shop writes days. */
  readonly dateLocale: DateLocale;
};

export type Price = { readonly id: string; readonly unit: string; readonly note: string; readonly unitPrice: number };

/** A service as a card shows it. */
export type ServiceCard = Pick<ServiceText, 'slug' | 'name' | 'summary' | 'turnaround' | 'interval'> & {
  /** The lowest of its prices; absent where nothing of it is offered in the currency. */
  readonly from: number | undefined;
};

export type HomeData = {
  readonly services: readonly ServiceCard[];
  readonly bundles: readonly ServiceCard[];
  readonly example: { readonly service: string; readonly unit: string; readonly caption: string; readonly text: string } | undefined;
  readonly questions: readonly { readonly id: string; readonly question: string; readonly answer: string }[];
};

export type ServiceSheet = Pick<
  ServiceText,
  'slug' | 'name' | 'description' | 'contains' | 'excludes' | 'sample' | 'turnaround' | 'interval' | 'madeBy' | 'revisions'
> & {
  readonly platforms: readonly PlatformNumber[];
  readonly prices: readonly Price[];
  /** What a bundle is made of, the same parts together; empty for a single service. */
  readonly pieces: readonly SheetPiece[];
  /** Not so where a program makes one of its offers. */
  readonly isAllRevised: boolean;
  /** What the parts of a bundle cost one by one. */
  readonly partsPrice: number | undefined;
};

export type SheetPiece = {
  readonly offerId: string;
  readonly slug: string;
  readonly name: string;
  readonly unit: string;
  readonly quantity: number;
  /** Of all of them, bought by themselves. */
  readonly price: number | undefined;
};

export type ServicesData = {
  readonly services: readonly ServiceSheet[];
  readonly bundles: readonly ServiceSheet[];
  /** `key`: its word in addresses. */
  readonly platforms: readonly (PlatformType & { readonly key: string })[];
};

/** Its prices and questions come from the API, in the browser. */
export type ServiceData = Pick<ServiceText, 'slug' | 'serviceType' | 'kind' | 'name' | 'description' | 'contains' | 'turnaround'>;

/** Every question by its group; `asked`: what the visitor looks for, as the server understood it. */
export type FaqData = { readonly asked: string; readonly groups: readonly QuestionGroup[] };
export type QuestionGroup = { readonly id: string; readonly title: string; readonly questions: HomeData['questions'] };

export type PolicyData = {
  readonly title: string;
  readonly version: number;
  readonly updated: Day;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
  /** Absent where it stands in the document already. */
  readonly html?: string;
};

/** `sent`: the number of the ticket that was just made; `order`: what it is about; `posted`: the form as it was posted without script. */
export type ContactData = {
  readonly sent?: string;
  readonly order?: string;
  readonly posted?: PostedForm;
  readonly messageMaxChars: number;
};

/** `code`: that of a mailed link; `thread`: what the cookie opens that a link was exchanged for; `sent`: what was just posted. */
export type TicketData = {
  readonly code?: string;
  readonly sent?: 'answer' | 'link';
  readonly thread?: Thread;
  readonly posted?: PostedForm;
  readonly messageMaxChars: number;
};

/** `code`: that of a mailed link; `side`: the link of the old address; `done`: what the one that was posted did. */
export type ConfirmData = {
  readonly code?: string;
  readonly side?: 'old';
  readonly done?: (typeof confirmDone)[number];
  readonly posted?: PostedForm;
};
export const confirmDone = ['confirmed', 'changed', 'old', 'new'] as const;

/** `ready`: the cookie leads to a file. */
export type MyDataData = { readonly code?: string; readonly ready?: true; readonly posted?: PostedForm };

/** What the prices do not say: how the services are called, and under which address. */
export type CartData = { readonly services: readonly Pick<ServiceText, 'serviceType' | 'slug' | 'name'>[] };

/** What orders do not say: how what was ordered is called. */
export type HistoryData = {
  readonly services: readonly Pick<ServiceText, 'serviceType' | 'slug' | 'name' | 'kind'>[];
  /** By the offer. */
  readonly units: Readonly<Record<string, string>>;
  readonly platforms: readonly Pick<PlatformType, 'platform' | 'name'>[];
};

export type ScreenData = {
  readonly home: HomeData;
  readonly services: ServicesData;
  readonly service: ServiceData;
  readonly faq: FaqData;
  readonly contact: ContactData;
  readonly ticket: TicketData;
  readonly login: object;
  readonly createAccount: object;
  readonly recoveryPassword: object;
  readonly resetPassword: object;
  readonly cart: CartData;
  readonly orderHistory: HistoryData;
  readonly accountDetails: object;
  readonly funds: object;
  readonly support: object;
  readonly changePassword: object;
  readonly notLoggedIn: object;
  readonly confirmEmail: ConfirmData;
  readonly myData: MyDataData;
  readonly cookiesPolicy: PolicyData;
  readonly privacyPolicy: PolicyData;
  readonly refundPolicy: PolicyData;
  readonly termsAndConditions: PolicyData;
  readonly ui: object;
  readonly notFound: { readonly path: string };
  readonly fault: { readonly message?: string; readonly requestId?: string };
};

/** The title and description of a page whose words are the owner's. */
export type Head = { readonly title: string; readonly about: string };

/** One screen and its data belong together; so they travel together. */
export type Loaded = { readonly shell: ShellData; readonly head?: Head | undefined; readonly data: ScreenData[ScreenName] };

export type ScreenProps<Name extends ScreenName> = { readonly data: ScreenData[Name] };
