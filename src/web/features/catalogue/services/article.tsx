// A service that opens in place: content, limits, sample, prices and production. The id is inside the details
// element, so that its address opens it without JavaScript too.
import { Plural, Trans } from '@lingui/react/macro';
import { Fragment, type ReactNode, type ToggleEvent } from 'react';
import { filledPath } from '#lib/url-path.ts';
import button from '#ui/styles/button.module.css';
import card from '#ui/styles/card.module.css';
import { href } from '../../../../pages.ts';
import { useMoney, usePage } from '../../../router/page/context.ts';
import type { ServiceSheet } from '../../../router/page/data.ts';
import { MadeKind } from '../../../shared/made-kind.tsx';
import { showPercent } from '../../../shared/platform-label.ts';
import { Glyph } from '../../../shared/service-icon.tsx';
import { FromPrice, ServiceName } from '../service-name.tsx';
import css from './article.module.css';
import { useDrawing } from './drawn-sample.ts';

type Props = {
  readonly sheet: ServiceSheet;
  /** Heading level on the page. */
  readonly level: 'h2' | 'h3';
};

export function ServiceArticle({ sheet, level }: Props) {
  const { address, setQuery } = usePage();
  const Title = level;
  const Label = level === 'h2' ? 'h3' : 'h4';
  const { slug, icon, name, preview } = sheet;
  const { Drawn, draw } = useDrawing();
  const sample = Drawn && preview ? <Drawn part={preview} /> : <Quote sample={sheet.sample} />;
  const isWide = Drawn && preview?.kind === 'month';
  /**
   * The URL names the service that was opened last, so that a link to it can be shared and Back reopens it.
   */
  const toggled = ({ currentTarget: { open } }: ToggleEvent<HTMLDetailsElement>) =>
    open && setQuery(`${address.split('#')[0]}#${slug}`, { replace: true });
  return (
    <details className={`${card.card} ${css.service}`} onToggle={toggled}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a control, and keys click it too. */}
      <summary className={css.head} onClick={draw}>
        <Glyph icon={icon} />
        <Title className={css.title} id={`${slug}-name`}>
          <ServiceName name={name} />
        </Title>
        <span className={css.summary}>{sheet.summary}</span>
        <FromPrice card={sheet} className={css.from} />
      </summary>
      <article className={css.article} id={slug} aria-labelledby={`${slug}-name`}>
        <div className={css.main}>
          <p>{sheet.description}</p>
          <div className={css.lists}>
            <div>
              <Label className={css.label}>
                <Trans>What’s included</Trans>
              </Label>
              <Lines lines={sheet.contains} className={css.ticks} />
            </div>
            {sheet.excludes.length > 0 ? (
              <div>
                <Label className={css.label}>
                  <Trans>Not included</Trans>
                </Label>
                <Lines lines={sheet.excludes} className={`${css.ticks} ${css.not}`} />
              </div>
            ) : null}
          </div>
          {isWide ? null : sample}
          {sheet.hasSample && !isWide ? <WholeSample slug={slug} /> : null}
        </div>
        <div className={css.side}>
          <Prices sheet={sheet} label={Label} />
          {sheet.addOns ? <AddOnPrices addOns={sheet.addOns} interval={sheet.interval} label={Label} /> : null}
          {sheet.pieces.length > 0 ? <Pieces sheet={sheet} label={Label} /> : null}
          <div className={css.order}>
            <a className={button.main} href={filledPath(href('service'), { id: slug })}>
              <Trans>Order {name}</Trans>
            </a>
            <p className={css.next}>
              <Trans>Log in or create an account next. You pay at the end.</Trans>
            </p>
          </div>
          <Facts sheet={sheet} />
        </div>
        {isWide ? (
          <div className={css.wide}>
            {sample}
            <WholeSample slug={slug} />
          </div>
        ) : null}
      </article>
    </details>
  );
}

const WholeSample = ({ slug }: Pick<ServiceSheet, 'slug'>) => (
  <p>
    <a className={button.quiet} href={href('samples', `#sample-${slug}`)}>
      <Trans>See a whole sample</Trans>
    </a>
  </p>
);

const Quote = ({ sample: { caption, text } }: Pick<ServiceSheet, 'sample'>) =>
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

const Facts = ({ sheet }: Pick<Props, 'sheet'>) => (
  <dl className={css.facts}>
    <Fact
      name={<Trans>Delivery</Trans>}
      value={sheet.turnaround === 'minute' ? <Trans>in a minute</Trans> : <Trans>about 48 hours</Trans>}
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

function Prices({ sheet: { prices, interval }, label: Label }: Pick<Props, 'sheet'> & { label: 'h3' | 'h4' }) {
  const money = useMoney();
  return (
    <div>
      <Label className={css.label}>
        <Trans>Prices</Trans>
      </Label>
      <dl className={css.prices}>
        {prices.map(({ id, unit, note, unitPrice, tiers = [] }) => (
          <div key={id}>
            <dt>
              {unit}
              <small>{note}</small>
            </dt>
            <dd>
              {money(unitPrice)}
              {interval === 'month' ? (
                <small>
                  <Trans>per month</Trans>
                </small>
              ) : null}
              {tiers.map((tier) => {
                const [from, price] = [String(tier.from), money(tier.unitPrice)];
                return (
                  <small key={from}>
                    <Trans>
                      from unit {from} on: {price}
                    </Trans>
                  </small>
                );
              })}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

type AddOnPricesProps = Pick<ServiceSheet, 'interval'> & {
  readonly addOns: NonNullable<ServiceSheet['addOns']>;
  readonly label: 'h3' | 'h4';
};

function AddOnPrices({ addOns, interval, label: Label }: AddOnPricesProps) {
  const money = useMoney();
  const { locale } = usePage();
  return (
    <div>
      <Label className={css.label}>
        <Trans>Add-ons</Trans>
      </Label>
      <dl className={css.prices}>
        {addOns.map(({ id, name, unitPrice, percent, charged }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>
              +{percent === undefined ? money(unitPrice) : showPercent(percent, locale)}
              {charged === 'counted' || charged === 'perUnit' ? (
                <small>{charged === 'counted' ? <Trans>each</Trans> : <Trans>for each unit</Trans>}</small>
              ) : null}
              {interval === 'month' ? (
                <small>
                  <Trans>per month</Trans>
                </small>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Content of a bundle, and its price as single orders. */
function Pieces({ sheet: { pieces, partsPrice }, label: Label }: Pick<Props, 'sheet'> & { label: 'h3' | 'h4' }) {
  const money = useMoney();
  return (
    <div>
      <Label className={css.label}>
        <Trans>In this bundle</Trans>
      </Label>
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
