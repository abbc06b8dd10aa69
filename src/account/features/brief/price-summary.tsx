// Price, expected date and content of the order, beside the form or at its end.
// On small screens a sticky bar shows the total and the button.

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { memo, type ReactNode } from 'react';
import { groupUnitsByPrice, priceOfAddOns } from '#lib/money/price.ts';
import { formatNameWithQuantity } from '#modules/catalogue/add-ons/rules.ts';
import type { Offer } from '#modules/catalogue/shapes.ts';
import { MadeSentence } from '#ui/catalogue/made-kind.tsx';
import { showPercent } from '#ui/catalogue/platform-label.ts';
import { TurnaroundText } from '#ui/catalogue/turnaround-text.tsx';
import { Button } from '#ui/display/button.tsx';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { usePage } from '#ui/page/context.ts';
import type { ServiceData } from '#ui/page/data.ts';
import card from '#ui/styles/card.module.css';
import type { BriefAnswer, Cost } from './brief.ts';
import css from './price-summary.module.css';
import type { Steps } from './use-steps.ts';

/** The form that the buttons submit. */
export const FORM_ID = 'brief';

const OfferPlan = createLazyPart(() => import('./offer-plan.tsx').then(({ OfferPlan }) => OfferPlan));

type Props = {
  readonly service: ServiceData;
  readonly offer: Offer;
  /** The chosen language of the text. */
  readonly language: BriefAnswer | undefined;
  readonly cost: Cost;
  readonly money: (amount: number) => string;
  /** A cart line is being edited. */
  readonly edits: boolean;
  /** It is being added to the cart. */
  readonly busy: boolean;
  /** What a request counts for in its plan. */
  readonly credits: number | undefined;
};

const PutIt = ({ edits, busy, credits }: Pick<Props, 'edits' | 'busy' | 'credits'>) => (
  <Button
    text={credits !== undefined ? <Trans>Send request</Trans> : edits ? <Trans>Save changes</Trans> : <Trans>Add to cart</Trans>}
    look="main"
    type="submit"
    form={FORM_ID}
    busy={busy}
  />
);

export const BriefSummary = memo(({ service, offer, language, cost, money, edits, busy, credits }: Props) => {
  const { t } = useLingui();
  const { locale } = usePage();
  const parts = groupUnitsByPrice({ ...offer, quantity: cost.quantity });
  const percent = showPercent(cost.platform?.surchargePercent ?? 0, locale);
  const shown = offer.fields.find(({ name }) => name === 'language')?.options?.find(({ value }) => value === language);
  return (
    <aside className={`${card.card} ${css.summary}`} aria-label={t`Summary`}>
      <h2>{credits === undefined ? t`Your order` : t`Your request`}</h2>
      <dl>
        <PriceRow name={service.titles[offer.id] ?? service.name} value={credits === undefined ? money(offer.unitPrice) : null} />
        {offer.maxQuantity > 1 ? <PriceRow name={t`Quantity`} value={`× ${cost.quantity}`} /> : null}
        {parts.length > 1 && credits === undefined
          ? parts.map(({ count, unitPrice }) => (
              <PriceRow key={unitPrice} name={`${count} × ${money(unitPrice)}`} value={money(count * unitPrice)} />
            ))
          : null}
        {cost.platform ? <PriceRow name={t`Platform`} value={cost.platform.name} /> : null}
        {cost.surcharge > 0 && credits === undefined ? (
          <PriceRow name={t`Surcharge for ${cost.platform?.name} (${percent})`} value={money(cost.surcharge)} />
        ) : null}
        {cost.addOns.map((addOn) => (
          <PriceRow key={addOn.id} name={`+ ${formatNameWithQuantity(addOn)}`} value={money(priceOfAddOns([addOn]))} />
        ))}
        {shown ? <PriceRow name={t`Language`} value={shown.label} /> : null}
        {offer.plan ? null : <PriceRow name={t`Delivery`} value={<Delivery offer={offer} />} />}
        {cost.discount > 0 && credits === undefined ? <PriceRow name={t`Your discount`} value={`−${money(cost.discount)}`} /> : null}
        <div className={css.total}>
          <dt>{t`Total`}</dt>
          <dd aria-live="polite">
            <Total {...{ cost, offer, money, credits }} />
          </dd>
        </div>
      </dl>
      {offer.plan ? <OfferPlan plan={offer.plan} /> : null}
      {credits === undefined ? (
        <p className={css.start}>
          {t`Work starts on payment. If you have 14 days to withdraw, you choose in the cart whether it starts then or after them.`}
        </p>
      ) : null}
      <div className={css.put}>
        <PutIt {...{ edits, busy, credits }} />
      </div>
      <ul className={css.ticks}>
        {service.contains.map((line) => (
          <li key={line}>{line}</li>
        ))}
        <li>
          <MadeSentence howMade={offer.howMade} />
        </li>
        {offer.revisions > 0 ? (
          <li>
            <Plural value={offer.revisions} one="# revision included" other="# revisions included" />
          </li>
        ) : null}
      </ul>
    </aside>
  );
});

/** A request costs no money. */
const Total = ({ cost, offer, money, credits }: Pick<Props, 'cost' | 'offer' | 'money' | 'credits'>) =>
  credits === undefined ? (
    <>
      {money(cost.total - cost.discount)}
      <PerMonth offer={offer} />
    </>
  ) : (
    <Plural value={credits} one="# request of your plan" other="# requests of your plan" />
  );

const PerMonth = ({ offer }: Pick<Props, 'offer'>) =>
  offer.interval === 'month' ? (
    <small>
      {' '}
      <Trans>per month</Trans>
    </small>
  ) : null;

const PriceRow = ({ name, value }: { name: ReactNode; value: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

/**
 * Without a date: it depends on when work starts, which the cart asks, and on when the briefs of a bundle are
 * sent.
 */
const Delivery = ({ offer: { isInstant, pieces, turnaround, eachUnitIsPiece } }: Pick<Props, 'offer'>) =>
  isInstant ? (
    <Trans>within a minute</Trans>
  ) : pieces.length > 1 || eachUnitIsPiece ? (
    <Trans>
      <TurnaroundText turnaround={turnaround} /> from each brief
    </Trans>
  ) : (
    <Trans>
      <TurnaroundText turnaround={turnaround} /> from the start
    </Trans>
  );

type BarProps = Pick<Props, 'cost' | 'offer' | 'money' | 'edits' | 'busy' | 'credits'> & { readonly steps: Steps };

/**
 * Sticky bar with total and button for small screens; on a phone also with the way to the other steps. A line
 * of the cart can be saved in each of them.
 */
export const BriefBar = ({ cost, offer, money, edits, busy, credits, steps }: BarProps) => (
  <div className={css.bar} data-more={steps.isLast || edits ? undefined : ''}>
    <p>
      <span>
        <Trans>Total</Trans>
      </span>{' '}
      <b>
        <Total {...{ cost, offer, money, credits }} />
      </b>
    </p>
    <div className={css.ways}>
      {steps.index > 0 ? <Button text={<Trans>Back</Trans>} className={css.way} onClick={steps.back} /> : null}
      {steps.isLast ? null : (
        <Button text={<Trans>Next</Trans>} look={edits ? 'quiet' : 'main'} className={css.way} onClick={() => void steps.next()} />
      )}
      <span className={css.end}>
        <PutIt {...{ edits, busy, credits }} />
      </span>
    </div>
  </div>
);
