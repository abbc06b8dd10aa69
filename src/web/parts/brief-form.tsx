// The order of one service: what of it, the brief, and what that costs, until it is a line of the cart.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useCallback, useDeferredValue, useMemo } from 'react';
import { showMoney } from '../../lib/money.ts';
import type { Field, Offer, Prices } from '../../rooms/catalogue/shapes.ts';
import type { Answers } from '../../rooms/orders/shapes.ts';
import { asksPlatform, type Brief, briefOfLine, costOf, countedQuantity, isCounted, readBrief, sectionsOf } from '../brief.ts';
import { addLine, type CartLine, type Kept, replaceLine } from '../cart.ts';
import { draftKey, forThisTab, keep, read } from '../kept.ts';
import type { ServiceData } from '../page-data.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { labelsOf, useBrief } from '../use-brief.ts';
import { useVisit } from '../visit.ts';
import { BriefAdvice } from './brief-advice.tsx';
import { BriefField } from './brief-field.tsx';
import css from './brief-form.module.css';
import { CountedQuantity, Packs, PlatformChoice, Quantity } from './brief-offers.tsx';
import { BriefBar, BriefSummary, FORM_ID } from './brief-summary.tsx';

/** A line that is in the cart already, and where. */
export type EditedLine = { readonly index: number; readonly line: CartLine };

type Props = {
  readonly service: ServiceData;
  readonly prices: Prices;
  /** Of this service; at least one. */
  readonly offers: readonly [Offer, ...Offer[]];
  readonly edited: EditedLine | undefined;
  /** It is in the cart. */
  readonly put: () => void;
};

const troubles: Readonly<Record<Exclude<Kept, 'kept'>, MessageDescriptor>> = {
  full: msg`Your cart is full: 50 orders fit into one purchase. Order what is in it or take something out; what you filled in here stays.`,
  noRoom: msg`Your browser has no room left, so this could not be put into the cart. Nothing is lost: your cart and what you filled in are as they were.`,
};

export function BriefForm({ service, prices, offers, edited, put }: Props) {
  const { locale } = useVisit();
  const { t } = useLingui();
  const { slug } = service;
  const draft = draftKey(edited ? `order-${slug}-${edited.index}` : `order-${slug}`);
  const money = useCallback((amount: number) => showMoney({ amount, currency: prices.currency }, locale), [prices.currency, locale]);
  const offerOf = useCallback((id: string): Offer => offers.find((each) => each.id === id) ?? offers[0], [offers]);
  const { fields } = offers[0];
  const sections = useMemo(() => sectionsOf(fields, prices.offers), [fields, prices.offers]);
  const labels = new Map([
    ['platform', t`Platform`],
    ['quantity', t`Quantity`],
    ...labelsOf([...sections.work, ...sections.common, ...sections.last]),
  ]);
  const form = useBrief({
    offerOf,
    labels,
    platforms: prices.platformTypes,
    first: () => firstBrief(read(draft, forThisTab), { edited, offers }),
    changed: useCallback((brief: Brief) => keep(draft, draftOf(brief, edited), forThisTab), [draft, edited]),
    done(brief, answers) {
      const line = lineOf(counted(brief), offerOf(brief.offerId), { prices, answers });
      const kept = edited ? replaceLine(edited.index, line) : addLine(line);
      if (kept !== 'kept') return troubles[kept];
      keep(draft, null, forThisTab);
      put();
      return undefined;
    },
  });
  const { said, pick, give, summary } = form;
  const offer = offerOf(form.brief.offerId);
  const counts = isCounted(slug);
  const counted = (brief: Brief): Brief => (counts ? { ...brief, quantity: countedQuantity(brief, offerOf(brief.offerId)) } : brief);
  // To count a long text takes longer than a key: who types does not wait for it.
  const given = useDeferredValue(form.brief.given);
  const quantity = useMemo(
    () => (counts ? countedQuantity({ given }, offer) : form.brief.quantity),
    [counts, given, offer, form.brief.quantity],
  );
  const brief = { ...form.brief, quantity };
  const cost = costOf(brief, offer, prices);
  const shown = { cost, offer, money, edits: edited !== undefined };
  const draw = (question: Field) => (
    <BriefField
      key={question.name}
      question={question}
      value={form.brief.given[question.name] ?? ''}
      said={said.get(question.name)}
      give={give}
    />
  );
  return (
    <>
      <form id={FORM_ID} className={css.form} {...form.props}>
        <ErrorSummary of={summary} />
        {offers.length > 1 ? <Packs offers={offers} chosen={offer.id} money={money} pick={pick} /> : null}
        {offer.maxQuantity > 1 && !counts ? (
          <Quantity offer={offer} value={brief.quantity} said={said.get('quantity')} pick={pick} />
        ) : null}
        {counts ? <CountedQuantity quantity={brief.quantity} /> : null}
        {asksPlatform(offer) ? (
          <PlatformChoice offer={offer} platforms={prices.platformTypes} value={brief.platform} said={said.get('platform')} pick={pick} />
        ) : null}
        <Part title={<Trans>About the work</Trans>}>{sections.work.map(draw)}</Part>
        <Part title={<Trans>About your brand</Trans>}>{sections.common.map(draw)}</Part>
        <Part title={<Trans>Before you order</Trans>}>{sections.last.map(draw)}</Part>
        <BriefAdvice fields={offer.fields} given={form.brief.given} />
      </form>
      <div className={css.side}>
        <BriefSummary service={service} brief={brief} {...shown} />
      </div>
      <BriefBar {...shown} />
    </>
  );
}

function Part({ title, children }: { title: ReactNode; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <fieldset className={css.part}>
      <legend>{title}</legend>
      <div className={css.questions}>{children}</div>
    </fieldset>
  );
}

type Source = Pick<Props, 'edited' | 'offers'>;

/** What is typed to a line of the cart is good for that line as it was, and for no other that stands in its place. */
const draftOf = (brief: Brief, edited: EditedLine | undefined): string =>
  JSON.stringify(edited ? { ...brief, of: JSON.stringify(edited.line) } : brief);

function firstBrief(draft: string | undefined, { edited, offers }: Source): Brief {
  if (!edited) return readBrief(draft, offers, offers[0]);
  const { line } = edited;
  return draft?.includes(`"of":${JSON.stringify(JSON.stringify(line))}`)
    ? readBrief(draft, offers, offers[0])
    : briefOfLine(line, offers, offers[0]);
}

function lineOf(brief: Brief, offer: Offer, { prices, answers }: { prices: Prices; answers: Answers }): CartLine {
  return {
    offerId: offer.id,
    quantity: Number(brief.quantity.normalize('NFKC')),
    platform: asksPlatform(offer) ? Number(brief.platform) : null,
    answers,
    ...filesOf(brief, offer),
    currency: prices.currency,
    unitPriceSeen: offer.unitPrice,
  };
}

/** With their names and sizes, to be shown. */
function filesOf({ given }: Brief, { fields }: Offer): Pick<CartLine, 'files'> {
  const files = fields.filter(({ name, kind }) => kind === 'file' && given[name]?.toString());
  return files[0] ? { files: Object.fromEntries(files.map(({ name }) => [name, given[name] as readonly string[]])) } : {};
}
