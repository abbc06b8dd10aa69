// Order page of one service. The server renders its description; prices and questions come from the API in
// the visitor's currency.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLoaderData, useRouter } from '@tanstack/react-router';
import { type ComponentProps, useEffect, useMemo, useState } from 'react';
import { fillPath, getPath } from '#lib/url-path.ts';
import type { Offer, Prices } from '#modules/catalogue/shapes.ts';
import { readCart } from '#ui/browser/cart-store.ts';
import { dropEarlyBrief, readEarlyBrief } from '#ui/browser/early-brief.ts';
import { getDraftKey, getSessionStore, setItem } from '#ui/browser/storage.ts';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { usePage } from '#ui/page/context.ts';
import type { ServiceData } from '#ui/page/data.ts';
import { href, parseQuery } from '../../../pages.ts';
import { type ApiQueryResult, apiQuery } from '../../api/queries.ts';
import { LoadFailure, LoginPrompt } from '../../layout/client-area/client-area.tsx';
import { BriefForm, type EditedLine } from './brief-form.tsx';
import { usePlanRequest } from './plan-request.ts';
import css from './service-page.module.css';

const CART = '/cart';
const LineAdded = createLazyPart(() => import('./line-added.tsx').then(({ LineAdded }) => LineAdded));

export function ServicePage() {
  const { t } = useLingui();
  const { data } = useLoaderData({ strict: false }) as unknown as { readonly data: ServiceData };
  const { currency, address } = usePage();
  const { navigate } = useRouter();
  const prices = useQuery(apiQuery('POST /api/prices', { currency }));
  // A link may use the number of the service.
  const proper = fillPath(href('service'), { id: data.slug });
  useEffect(() => {
    if (getPath(address) !== proper) void navigate({ href: address.replace(getPath(address), proper), replace: true, resetScroll: false });
  }, [address, proper, navigate]);
  return (
    <div className="page">
      <p className={css.crumbs}>
        <a href={href('services')}>{t`Services`}</a> <span aria-hidden="true">/</span> {data.name}
      </p>
      <div className={css.split}>
        <header className={css.head}>
          <h1>{data.name}</h1>
          <p className={css.lead}>{data.description}</p>
          <LoginPrompt />
        </header>
        <Order key={data.slug} service={data} prices={prices} />
      </div>
    </div>
  );
}

type OrderProps = { readonly service: ServiceData; readonly prices: ApiQueryResult<Prices> };

function Order({ service, prices: { data, error, isFetching, refetch } }: OrderProps) {
  const { currency, address } = usePage();
  const { navigate } = useRouter();
  const [put, setPut] = useState<'added' | 'changed'>();
  const [turn, setTurn] = useState(0);
  const current = data?.currency === currency ? data : undefined;
  const offers = useMemo(
    () => current?.offers.filter(({ serviceType }) => serviceType === service.serviceType).map(askAtOrder) ?? [],
    [current, service.serviceType],
  );
  const { line, plan, brief } = parseQuery(address);
  if (put) {
    const more = () => {
      setPut(undefined);
      setTurn((count) => count + 1);
      if (line !== undefined) void navigate({ href: getPath(address), resetScroll: false });
    };
    return <LineAdded service={service} how={put} more={more} onMissing={() => void navigate({ href: CART })} />;
  }
  if (!current && error)
    return (
      <div className={css.whole}>
        <LoadFailure error={error} busy={isFetching} retry={() => void refetch()} />
      </div>
    );
  if (!current) return <ServicePageSkeleton />;
  const [first, ...others] = offers;
  if (!first)
    return (
      <div className={css.whole}>
        <Empty kind="empty" title={<Trans>Not available in this currency yet. Try another one.</Trans>} />
      </div>
    );
  return (
    <LineForm
      key={`${turn} ${line}`}
      {...{ service, prices: current, line, put: setPut, plan: String(plan ?? '') || undefined, early: String(brief ?? '') }}
      offers={[first, ...others]}
    />
  );
}

/** If each unit is a piece, its questions are asked after payment. */
const askAtOrder = (offer: Offer): Offer => (offer.eachUnitIsPiece ? { ...offer, fields: [] } : offer);

type LineFormProps = Omit<ComponentProps<typeof BriefForm>, 'edited' | 'put' | 'request' | 'isComplete'> & {
  /** The id of a brief that was filled in before the log-in. */
  readonly early: string;
  /** The subscription to a plan, if it is a request. */
  readonly plan: string | undefined;
  readonly line: unknown;
  readonly put: (how: 'added' | 'changed') => void;
};

function LineForm({ line, put, plan, early: id, ...props }: LineFormProps) {
  const { navigate } = useRouter();
  // Looked up once: later changes of the cart do not matter.
  const [edited] = useState(() => findEditedLine(line, props.offers));
  const early = useEarlyBrief(props, id);
  const request = usePlanRequest(plan);
  const leave = () =>
    early
      ? void navigate({ href: CART, replace: true })
      : request
        ? void navigate({ href: href('plans') })
        : put(edited ? 'changed' : 'added');
  return <BriefForm {...props} edited={request ? undefined : edited} request={request} put={leave} isComplete={early} />;
}

/**
 * A brief that was filled in before the log-in becomes the draft of this form. True if it can be ordered as
 * it is: its offer is still sold.
 */
function useEarlyBrief({ service: { slug }, offers }: Pick<LineFormProps, 'service' | 'offers'>, id: string): boolean {
  const [early] = useState(() => {
    const found = id === '' ? undefined : readEarlyBrief(slug);
    if (found?.id !== id) return undefined;
    setItem(getDraftKey(`order-${slug}`), JSON.stringify(found.brief), getSessionStore);
    return found;
  });
  useEffect(() => {
    if (early) dropEarlyBrief(slug);
  }, [early, slug]);
  return offers.some((offer) => offer.id === early?.brief.offerId);
}

/** Only a cart line of this service can be edited here. */
function findEditedLine(line: unknown, offers: readonly Offer[]): EditedLine | undefined {
  const index = typeof line === 'string' && /^\d{1,3}$/.test(line) ? Number(line) : -1;
  const found = readCart()[index];
  return found && offers.some(({ id }) => id === found.offerId) ? { index, line: found } : undefined;
}

const ServicePageSkeleton = () => (
  <>
    <div className={`${css.waiting} ${css.member}`}>
      <Skeleton shape="card" count={1} />
      <Skeleton shape="lines" count={6} />
    </div>
    <div className={`${css.side} ${css.member}`} aria-hidden="true" />
  </>
);
