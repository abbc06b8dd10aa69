// Data of the pages that a link with a code opens.
import type { RenderRequest } from '#lib/rendering.ts';
import { showDay, showZonedDay, showZonedMoment } from '#lib/time/date.ts';
import type { SharedOrder } from '#modules/fulfilment/share/shapes.ts';
import type { OpenQuote } from '#modules/quotes/shapes-pages.ts';
import type { MeansPage, OpenInvoice, PayPage } from '#modules/sales/shapes-pages.ts';
import type { InvoiceData, MeansData, PayData, QuoteData, ShareData } from '#ui/page/link-data.ts';

/** Code of a mailed link, from the address or the posted form. */
export function pickLink({ path, posted }: RenderRequest) {
  const searchParams = new URLSearchParams(path.split('?')[1]);
  const code = searchParams.get('code') ?? posted?.values.code;
  return { searchParams, link: { ...(code ? { code } : {}), ...(posted ? { posted } : {}) } };
}

/** `own` is built by the sales module. */
export function pickPay(request: RenderRequest): PayData {
  const { searchParams, link } = pickLink(request);
  const order = request.own as PayPage | undefined;
  return { ...link, ...findSent(searchParams), ...(searchParams.get('back') === 'yes' ? { back: true } : {}), ...(order ? { order } : {}) };
}

/** The form of the page was sent just now. */
const findSent = (searchParams: URLSearchParams) => (searchParams.get('sent') === 'yes' ? { sent: true as const } : {});

/** `own` is built by the sales module. */
export function pickMeans(request: RenderRequest): MeansData {
  const { searchParams, link } = pickLink(request);
  const { own, shop, locale } = request;
  const means = own as MeansPage | undefined;
  const from =
    means?.question && showZonedDay(new Date(means.question.from), { locale, dateLocale: shop.brand.dateLocale, timeZone: 'UTC' });
  return { ...link, ...findSent(searchParams), ...(means ? { means } : {}), ...(from ? { from } : {}) };
}

/** `own` is built by the fulfilment module. */
export function pickShare(request: RenderRequest): ShareData {
  const { searchParams, link } = pickLink(request);
  const sent = (['comment', 'accepted'] as const).find((each) => each === searchParams.get('sent'));
  const order = request.own as SharedOrder | undefined;
  return { ...link, ...(sent ? { sent } : {}), ...(order ? { order } : {}) };
}

export function pickInvoice(request: RenderRequest): InvoiceData {
  const { own, shop, locale } = request;
  const invoice = own as OpenInvoice | undefined;
  const due = invoice?.claim && showDay(invoice.claim.dueOn, shop.brand.dateLocale, locale);
  const { searchParams, link } = pickLink(request);
  return { ...link, ...findSent(searchParams), ...(invoice ? { invoice } : {}), ...(due ? { due } : {}) };
}

export function pickQuote(request: RenderRequest): QuoteData {
  const { own, shop, locale } = request;
  const { dateLocale, timeZone } = shop.brand;
  const quote = own as OpenQuote | undefined;
  const show = (iso: string | null) => (iso === null ? '' : showZonedMoment(new Date(iso), { locale, dateLocale, timeZone }));
  const { link } = pickLink(request);
  return quote ? { ...link, quote: { ...quote, until: show(quote.validUntil), decided: show(quote.decidedAt) } } : link;
}
