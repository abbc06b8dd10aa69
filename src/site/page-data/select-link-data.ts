// Data of the pages that a link with a code opens.
import type { RenderRequest } from '#lib/rendering.ts';
import { showDay } from '#lib/time/date.ts';
import type { MeansPage, OpenInvoice, PayPage } from '#modules/sales/shapes-pages.ts';
import type { InvoiceData, MeansData, PayData } from '#ui/page/data.ts';

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
  return { ...link, ...(searchParams.get('sent') === 'yes' ? { sent: true } : {}), ...(order ? { order } : {}) };
}

/** `own` is built by the sales module. */
export function pickMeans(request: RenderRequest): MeansData {
  const { searchParams, link } = pickLink(request);
  const means = request.own as MeansPage | undefined;
  return { ...link, ...(searchParams.get('sent') === 'yes' ? { sent: true } : {}), ...(means ? { means } : {}) };
}

export function pickInvoice(request: RenderRequest): InvoiceData {
  const { own, shop, locale } = request;
  const invoice = own as OpenInvoice | undefined;
  const due = invoice?.claim && showDay(invoice.claim.dueOn, shop.brand.dateLocale, locale);
  return { ...pickLink(request).link, ...(invoice ? { invoice } : {}), ...(due ? { due } : {}) };
}
