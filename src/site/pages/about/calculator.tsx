// Price calculator of a service: a form whose answer is the page itself, so that it needs no script. The
// server computes the price by the rule of the cart. src/site/enhance/calculator.ts can ask on each change.

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { fillPath } from '#lib/url-path.ts';
import { PlanTerms } from '#ui/catalogue/plan-terms.tsx';
import { showPercent } from '#ui/catalogue/platform-label.ts';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import field from '#ui/forms/field.module.css';
import { useMoney, usePage } from '#ui/page/context.ts';
import type { CalculatorData, ServiceSheet } from '#ui/page/data.ts';
import card from '#ui/styles/card.module.css';
import eyebrow from '#ui/styles/eyebrow.module.css';
import addOns from '../../../account/features/brief/add-ons/add-ons.module.css';
import packs from '../../../account/features/brief/offer-picker.module.css';
import summary from '../../../account/features/brief/price-summary.module.css';
import { href } from '../../../pages.ts';
import { VolumePrices } from '../services/service-parts.tsx';
import css from './about-page.module.css';
import { EarlyBrief } from './early-brief.tsx';
import '#ui/styles/controls.css';

/** `hasQuestions`: something is asked when it is ordered. */
type Props = { readonly hasQuestions: boolean; readonly service: Pick<ServiceSheet, 'slug' | 'name'>; readonly calculator: CalculatorData };

/** False: there is one price, which nothing changes. */
export const hasChoice = ({ offers, offer, platforms, addOns: list }: CalculatorData): boolean =>
  offers.length > 1 || offer.maxQuantity > 1 || platforms.length > 0 || list.length > 0;

export const Calculator = ({ service, calculator, hasQuestions }: Props) => {
  const { t } = useLingui();
  const { slug, name } = service;
  return (
    <section className={`page ${css.section}`} id="price">
      <p className={eyebrow.eyebrow}>{t`Price`}</p>
      <h2>{t`Know the total before you start`}</h2>
      <form className={css.calculator} id="calculator" method="get" action={`${fillPath(href('about'), { id: slug })}#price`}>
        <div className={css.choices}>
          <OfferChoice {...calculator} />
          <div className={css.fields}>
            <Quantity {...calculator} />
            <PlatformChoice {...calculator} />
          </div>
          <AddOnChoice {...calculator} />
          {hasChoice(calculator) ? (
            <p>
              <Button text={t`Calculate the price`} type="submit" />
            </p>
          ) : null}
        </div>
        <div className={`${card.card} ${summary.summary}`} id="calculator-total" aria-live="polite">
          <Total {...calculator} />
          <ButtonLink text={t`Order ${name}`} look="main" href={fillPath(href('service'), { id: slug })} />
        </div>
      </form>
      {hasQuestions ? <EarlyBrief {...service} /> : null}
    </section>
  );
};

const Monthly = ({ interval }: Pick<CalculatorData['offer'], 'interval'>) =>
  interval === 'month' ? (
    <small>
      {' '}
      <Trans>per month</Trans>
    </small>
  ) : null;

function OfferChoice({ offers, offer }: CalculatorData) {
  const { t } = useLingui();
  const money = useMoney();
  return (
    <fieldset className={packs.part}>
      <legend>{t`What would you like?`}</legend>
      <div className={packs.packs}>
        {offers.map(({ id, unit, note, unitPrice, interval, tiers, plan }) => (
          <label key={id} className={packs.pack}>
            <input type="radio" name="offer" value={id} defaultChecked={id === offer.id} />
            <b>{unit}</b>
            <small>{note}</small>
            {plan ? <PlanTerms plan={plan} /> : null}
            <span className={packs.price}>
              {money(unitPrice)}
              <Monthly interval={interval} /> <VolumePrices tiers={tiers} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type NumberFieldProps = {
  readonly id: string;
  readonly name: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly typed: string;
  readonly hasError: boolean;
  readonly limits: readonly [least: number, most: number];
};

/** The element around the notes is there from the start, because the script replaces what is in it. */
function NumberField({ id, name, label, hint, typed, hasError, limits: [least, most] }: NumberFieldProps) {
  const notes = `${id}-notes`;
  return (
    <div className={field.field} data-error={hasError ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <input
        className={field.input}
        id={id}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={typed}
        aria-invalid={hasError || undefined}
        aria-describedby={notes}
      />
      <p id={notes} className={hasError ? field.error : field.hint}>
        {hasError ? (
          <Trans>
            Enter a whole number from {least} to {most}.
          </Trans>
        ) : (
          <>
            <Trans>
              From {least} to {most}
            </Trans>
            {hint}
          </>
        )}
      </p>
    </div>
  );
}

const Quantity = ({ offer: { minQuantity, maxQuantity }, isMeasured, quantity }: CalculatorData) =>
  maxQuantity > 1 ? (
    <NumberField
      id="calculator-quantity"
      name="quantity"
      label={isMeasured ? <Trans>Length, in thousands of words</Trans> : <Trans>Quantity</Trans>}
      {...quantity}
      limits={[minQuantity, maxQuantity]}
    />
  ) : null;

const PlatformChoice = ({ platforms }: CalculatorData) =>
  platforms.length > 0 ? (
    <div className={field.field}>
      <label htmlFor="calculator-platform">
        <Trans>Where will it be read?</Trans>
      </label>
      <select
        className={field.input}
        id="calculator-platform"
        name="platform"
        defaultValue={platforms.find(({ isChosen }) => isChosen)?.value}
      >
        {platforms.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  ) : null;

const AddOnChoice = ({ addOns: list, offer: { title } }: CalculatorData) =>
  list.length > 0 ? (
    <fieldset className={packs.part}>
      <legend>
        <Trans>Add-ons</Trans>
      </legend>
      <div className={addOns.list}>
        {list.map((addOn) => (
          <AddOnField key={addOn.id} addOn={addOn} title={title} />
        ))}
      </div>
    </fieldset>
  ) : null;

type AddOnFieldProps = { readonly addOn: CalculatorData['addOns'][number]; readonly title: string };

/** One that the chosen offer does not have can be chosen, and says that it is not counted. */
function AddOnField({ addOn, title }: AddOnFieldProps) {
  const { t } = useLingui();
  const { name, parameter, typed, hasError, isOffered, charged, maxQuantity, percent, unitPrice } = addOn;
  const money = useMoney();
  const { locale } = usePage();
  const price = `+${percent === undefined ? money(unitPrice) : showPercent(percent, locale)}`;
  const note = isOffered ? null : <small>{t`Not with ${title}`}</small>;
  if (charged === 'counted')
    return (
      <div className={addOns.addOn}>
        <NumberField
          id={`calculator-${parameter}`}
          name={parameter}
          label={`${name} (${price})`}
          hint={note}
          typed={typed || '0'}
          hasError={hasError}
          limits={[0, maxQuantity]}
        />
      </div>
    );
  return (
    <label className={addOns.addOn}>
      <input type="checkbox" name={parameter} value="1" defaultChecked={typed !== ''} />
      <span className={addOns.words}>
        <b>{name}</b>
        {note}
      </span>
      <span className={addOns.price}>
        {price}
        {charged === 'perUnit' ? <small>{t`for each unit`}</small> : null}
      </span>
    </label>
  );
}

function Total({ offer, cost, quantity, addOns: list }: CalculatorData) {
  const { t } = useLingui();
  const money = useMoney();
  const { locale } = usePage();
  if (!cost) {
    const errorField = quantity.hasError ? 'quantity' : list.find(({ hasError }) => hasError)?.parameter;
    return (
      <p className={field.error}>
        <a href={`#calculator-${errorField}`}>{t`Correct the number to see the total.`}</a>
      </p>
    );
  }
  const percent = showPercent(cost.platform?.surchargePercent ?? 0, locale);
  return (
    <dl>
      {cost.units.map(({ count, unitPrice }, index) => (
        <PriceRow
          key={unitPrice}
          name={index === 0 ? offer.title : null}
          value={count > 1 || cost.units.length > 1 ? `${count} × ${money(unitPrice)}` : money(unitPrice)}
        />
      ))}
      {cost.platform ? <PriceRow name={t`Platform`} value={cost.platform.name} /> : null}
      {cost.surcharge > 0 ? <PriceRow name={t`Surcharge for ${cost.platform?.name} (${percent})`} value={money(cost.surcharge)} /> : null}
      {cost.addOns.map(({ id, name, price }) => (
        <PriceRow key={id} name={`+ ${name}`} value={money(price)} />
      ))}
      <div className={summary.total}>
        <dt>{t`Total`}</dt>
        <dd>
          {money(cost.total)}
          <Monthly interval={offer.interval} />
        </dd>
      </div>
    </dl>
  );
}

const PriceRow = ({ name, value }: { readonly name: ReactNode; readonly value: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
