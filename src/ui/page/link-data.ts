// Data of the pages that a link with a code opens.
import type { PostedForm } from '#lib/rendering.ts';
import type { Day } from '#lib/time/date.ts';
import type { SharedOrder } from '#modules/fulfilment/share/shapes.ts';
import type { OpenQuote } from '#modules/quotes/shapes-pages.ts';
import type { MeansPage, OpenInvoice, PayPage } from '#modules/sales/shapes-pages.ts';

type Link = { readonly code?: string; readonly posted?: PostedForm };

/**
 * The payment page of an order by hand. `sent`: it was confirmed just now. `back`: its payer has come back
 * from the provider.
 */
export type PayData = Link & { readonly sent?: true; readonly back?: true; readonly order?: PayPage };
/** What a subscription is charged from. `sent`: its month is about to be paid. */
/** `from`: the day from which another price holds. */
export type MeansData = Link & { readonly sent?: true; readonly means?: MeansPage; readonly from?: string };
/** `sent`: its visitor wants to pay it. */
export type InvoiceData = Link & { readonly sent?: true; readonly invoice?: OpenInvoice; readonly due?: Day };
/** `until` and `decided`: moments in the shop's time zone. */
export type QuoteData = Link & { readonly quote?: OpenQuote & { readonly until: string; readonly decided: string } };
/** A shared order. `sent`: what its guest did just now. */
export type ShareData = Link & { readonly sent?: 'comment' | 'accepted'; readonly order?: SharedOrder };
