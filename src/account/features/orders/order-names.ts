// What an order is called, and the words by which it is found. Pure; apart from order-list.ts, because the
// search of documents needs no more.
import { CUSTOM_SERVICE } from '#modules/catalogue/shapes-custom.ts';
import type { OrderPiece } from '#modules/orders/pieces/shapes.ts';
import type { OrderView } from '#modules/orders/shapes.ts';
import type { HistoryData } from '#ui/page/data.ts';
import { normalizeText } from '#ui/search/text-search.ts';

type Names = {
  readonly title: string;
  readonly slug: string | undefined;
  readonly isBundle: boolean;
  readonly isSold: boolean;
  readonly platform: string | undefined;
};

/** In the page's language; if it is no longer sold, the name of its service or offer. */
export function orderNames(
  { offerId, title: own, serviceType, quantity, platform }: OfferRef,
  { services, titles, platforms }: HistoryData,
): Names {
  const service = services.find((each) => each.serviceType === serviceType);
  const title = own ?? titles[offerId] ?? service?.name ?? offerId;
  return {
    title: formatTitleWithQuantity(title, quantity),
    slug: service?.slug,
    isBundle: service?.kind === 'bundle',
    isSold: service !== undefined && service.state !== 'archived',
    platform: platforms.find((each) => each.platform === platform)?.name,
  };
}

/** One of several units has its place; a piece of a bundle has the title of its offer. */
export const formatPieceTitle = ({ title, share, ...piece }: OfferRef & Pick<OrderPiece, 'title' | 'share'>, names: HistoryData): string =>
  share === null && piece.serviceType !== CUSTOM_SERVICE ? orderNames(piece, names).title : title;

const formatTitleWithQuantity = (title: string, quantity: number): string => (quantity > 1 ? `${quantity} × ${title}` : title);

/** "+ 3 × Paper copy" */
export const addOnTitles = ({ addOns = [] }: Pick<OrderView, 'addOns'>): string[] =>
  addOns.map(({ name, quantity }) => `+ ${formatTitleWithQuantity(name, quantity)}`);

type OfferRef = Pick<OrderView, 'offerId' | 'title' | 'serviceType' | 'quantity'> & { readonly platform?: number | null };

export function getSearchText(order: OrderView, data: HistoryData, status = ''): string {
  const { title, platform = '' } = orderNames(order, data);
  return normalizeText([order.number, title, platform, status, ...addOnTitles(order), ...Object.values(order.answers).flat()].join(' '));
}
