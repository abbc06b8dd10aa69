// The parts of a service's description, which its article and its own page share.

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Fragment, type ReactNode } from 'react';
import { MadeKind } from '#ui/catalogue/made-kind.tsx';
import { PlanTerms } from '#ui/catalogue/plan-terms.tsx';
import { showPercent } from '#ui/catalogue/platform-label.ts';
import { AboutTurnaround } from '#ui/catalogue/turnaround-text.tsx';
import { ButtonLink } from '#ui/display/button.tsx';
import { useMoney, usePage } from '#ui/page/context.ts';
import type { Price, ServiceSheet } from '#ui/page/data.ts';
import { href } from '../../../pages.ts';
import css from './service-parts.module.css';

type PartProps = {
  readonly sheet: ServiceSheet;
  /** Heading level of the part. */
  readonly label: 'h3' | 'h4';
};

/** What is included, and what is not. */
export const Scope = ({ sheet: { contains, excludes }, label: Label }: PartProps) => (
  <div className={css.lists}>
    <div>
      <Label className={css.label}>
        <Trans>What’s included</Trans>
      </Label>
      <Lines lines={contains} className={css.ticks} />
    </div>
    {excludes.length > 0 ? (
      <div>
        <Label className={css.label}>
          <Trans>Not included</Trans>
        </Label>
        <Lines lines={excludes} className={`${css.ticks} ${css.not}`} />
      </div>
    ) : null}
  </div>
);

export const WholeSample = ({ slug }: Pick<ServiceSheet, 'slug'>) => (
  <p>
    <ButtonLink text={<Trans>See a whole sample</Trans>} href={href('samples', `#sample-${slug}`)} />
  </p>
);

export const Quote = ({ sample: { caption, text } }: Pick<ServiceSheet, 'sample'>) =>
  text ? (
    <figure className={css.sample}>
      {caption ? <figcaption>{caption}</figcaption> : null}
      <blockquote>{text}</blockquote>
    </figure>
  ) : null;

const Lines = ({ lines, className }: { lines: readonly string[]; className: string | undefined }) => (
  <ul className={className}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

export const Facts = ({ sheet }: Pick<PartProps, 'sheet'>) => (
  <dl className={css.facts}>
    <Fact
      name={<Trans>Delivery</Trans>}
      value={sheet.isInstant ? <Trans>in a minute</Trans> : <AboutTurnaround turnaround={sheet.turnaround} />}
    />
    <Fact
      name={<Trans>Made</Trans>}
      value={sheet.madeKinds.map((kind, index) => (
        <Fragment key={kind}>
          {index > 0 ? ' · ' : null}
          <MadeKind kind={kind} />
        </Fragment>
      ))}
    />
    {sheet.tools.length > 0 ? <Fact name={<Trans>Made with</Trans>} value={sheet.tools.join(' · ')} /> : null}
    <Fact
      name={<Trans>Revisions</Trans>}
      value={
        <>
          <Plural value={sheet.revisions} _0="none" one="# per piece" other="# per piece" />
          {sheet.revisions > 0 && !sheet.isAllRevised ? <Trans>; none for automatic reports</Trans> : null}
        </>
      }
    />
    {sheet.platforms.length > 0 ? <Fact name={<Trans>Platforms</Trans>} value={sheet.platforms.join(' · ')} /> : null}
  </dl>
);

const Fact = ({ name, value }: { name: ReactNode; value: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

export function OfferPrices({ sheet: { prices, interval }, label: Label }: PartProps) {
  const { t } = useLingui();
  const money = useMoney();
  return (
    <div>
      <Label className={css.label}>{t`Prices`}</Label>
      <dl className={css.prices}>
        {prices.map(({ id, unit, note, unitPrice, tiers, plan }) => (
          <div key={id}>
            <dt>
              {unit}
              <small>{note}</small>
              {plan ? <PlanTerms plan={plan} /> : null}
            </dt>
            <dd>
              {money(unitPrice)}
              {interval === 'month' ? <small>{t`per month`}</small> : null}
              <VolumePrices tiers={tiers} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** What each unit costs from a number of units on. */
export function VolumePrices({ tiers = [] }: Pick<Price, 'tiers'>) {
  const { t } = useLingui();
  const money = useMoney();
  return tiers.map((tier) => {
    const [from, price] = [String(tier.from), money(tier.unitPrice)];
    return <small key={from}>{t`from unit ${from} on: ${price}`}</small>;
  });
}

type AddOnPricesProps = Pick<ServiceSheet, 'interval'> &
  Pick<PartProps, 'label'> & { readonly addOns: NonNullable<ServiceSheet['addOns']> };

export function AddOnPrices({ addOns, interval, label: Label }: AddOnPricesProps) {
  const { t } = useLingui();
  const money = useMoney();
  const { locale } = usePage();
  return (
    <div>
      <Label className={css.label}>{t`Add-ons`}</Label>
      <dl className={css.prices}>
        {addOns.map(({ id, name, unitPrice, percent, charged }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>
              +{percent === undefined ? money(unitPrice) : showPercent(percent, locale)}
              {charged === 'counted' || charged === 'perUnit' ? <small>{charged === 'counted' ? t`each` : t`for each unit`}</small> : null}
              {interval === 'month' ? <small>{t`per month`}</small> : null}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Content of a bundle, and its price as single orders. */
export function Pieces({ sheet: { pieces, partsPrice }, label: Label }: PartProps) {
  const { t } = useLingui();
  const money = useMoney();
  return (
    <div>
      <Label className={css.label}>{t`In this bundle`}</Label>
      <ul className={css.pieces}>
        {pieces.map(({ offerId, slug, name, unit, quantity, price }) => (
          <li key={offerId}>
            <span>
              {quantity > 1 ? `${quantity} × ` : null}
              <PieceName service={slug === undefined ? name : <a href={href('services', `#${slug}`)}>{name}</a>} unit={unit} />
            </span>
            {price === undefined ? null : <span className={css.number}>{money(price)}</span>}
          </li>
        ))}
      </ul>
      {partsPrice === undefined ? null : (
        <p className={css.parts}>
          <Trans>
            Bought one by one: <b className={css.number}>{money(partsPrice)}</b>
          </Trans>
        </p>
      )}
    </div>
  );
}

const PieceName = ({ service, unit }: { readonly service: ReactNode; readonly unit: string }) => (
  <Trans>
    {service}, {unit}
  </Trans>
);
