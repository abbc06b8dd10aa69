// Full description of a service: content, limits, sample, prices and production.
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { filledPath } from '../../../../lib/url-path.ts';
import { href } from '../../../../pages.ts';
import button from '../../../../ui/styles/button.module.css';
import card from '../../../../ui/styles/card.module.css';
import { useMoney } from '../../../router/page/context.ts';
import type { ServiceSheet, ServicesData } from '../../../router/page/data.ts';
import { Glyph } from '../../../shared/service-icon.tsx';
import css from './article.module.css';
import { platformName } from './filter.ts';

type Props = {
  readonly sheet: ServiceSheet;
  readonly platforms: ServicesData['platforms'];
  /** Heading level on the page. */
  readonly level: 'h2' | 'h3';
};

export function ServiceArticle({ sheet, platforms, level }: Props) {
  const Title = level;
  const Label = level === 'h2' ? 'h3' : 'h4';
  return (
    <article className={`${card.card} ${css.article}`} id={sheet.slug}>
      <div className={css.main}>
        <header className={css.head}>
          <Glyph slug={sheet.slug} />
          <Title className={css.title}>{sheet.name}</Title>
          <p>{sheet.description}</p>
        </header>
        <div className={css.lists}>
          <div>
            <Label className={css.label}>
              <Trans>What it contains</Trans>
            </Label>
            <Lines lines={sheet.contains} className={css.ticks} />
          </div>
          <div>
            <Label className={css.label}>
              <Trans>What is not in it</Trans>
            </Label>
            <Lines lines={sheet.excludes} className={`${css.ticks} ${css.not}`} />
          </div>
        </div>
        <figure className={css.sample}>
          <figcaption>{sheet.sample.caption}</figcaption>
          <blockquote>{sheet.sample.text}</blockquote>
        </figure>
      </div>
      <div className={css.side}>
        <Prices sheet={sheet} />
        <a className={button.main} href={filledPath(href('service'), { id: sheet.slug })}>
          <span>
            <Trans>
              Order <span className="unseen">{sheet.name}</span>
            </Trans>
          </span>
        </a>
        {sheet.pieces.length > 0 ? <Pieces sheet={sheet} label={Label} /> : null}
        <dl className={css.facts}>
          <Fact
            name={<Trans>Delivery</Trans>}
            value={sheet.turnaround === 'minute' ? <Trans>from 1 minute</Trans> : <Trans>about 48 h</Trans>}
          />
          <Fact name={<Trans>Made</Trans>} value={<MadeBy by={sheet.madeBy} />} />
          <Fact
            name={<Trans>Revisions</Trans>}
            value={
              <>
                <Plural value={sheet.revisions} _0="none" one="# per piece" other="# per piece" />
                {sheet.revisions > 0 && !sheet.isAllRevised ? <Trans>; automatic reports have none</Trans> : null}
              </>
            }
          />
          <Platforms sheet={sheet} platforms={platforms} />
        </dl>
      </div>
    </article>
  );
}

const Lines = ({ lines, className }: { lines: readonly string[]; className: string | undefined }) => (
  <ul className={className}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

const Fact = ({ name, value }: { name: ReactNode; value: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

function Prices({ sheet: { prices, interval } }: Pick<Props, 'sheet'>) {
  const money = useMoney();
  return (
    <div>
      <ul className={css.prices}>
        {prices.map(({ id, unit, note, unitPrice }) => (
          <li key={id}>
            <b>{unit}</b>
            <span className={css.cost}>{money(unitPrice)}</span>
            <small>{note}</small>
            {interval === 'month' ? (
              <small className={css.per}>
                <Trans>per month</Trans>
              </small>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Content of a bundle, and its price as single orders. */
function Pieces({ sheet: { pieces, partsPrice }, label: Label }: Pick<Props, 'sheet'> & { label: 'h3' | 'h4' }) {
  const money = useMoney();
  return (
    <div>
      <Label className={css.label}>
        <Trans>The pieces, one by one</Trans>
      </Label>
      <ul className={css.pieces}>
        {pieces.map(({ offerId, slug, name, unit, quantity, price }) => (
          <li key={offerId}>
            <span>
              {quantity > 1 ? `${quantity} × ` : null}
              <a href={href('services', `#${slug}`)}>{name}</a>, {unit}
            </span>
            {price === undefined ? null : <span className={css.number}>{money(price)}</span>}
          </li>
        ))}
      </ul>
      {partsPrice === undefined ? null : (
        <p className={css.parts}>
          <Trans>
            The parts would cost <b className={css.number}>{money(partsPrice)}</b>
          </Trans>
        </p>
      )}
    </div>
  );
}

function MadeBy({ by }: { by: ServiceSheet['madeBy'] }) {
  if (by === 'person') return <Trans>by people</Trans>;
  return by === 'automatic' ? <Trans>automatically</Trans> : <Trans>by people and software</Trans>;
}

function Platforms({ sheet, platforms }: Pick<Props, 'sheet' | 'platforms'>) {
  const names = platforms.filter(({ platform }) => sheet.platforms.includes(platform)).map(platformName);
  return <Fact name={<Trans>Platforms</Trans>} value={names.length > 0 ? names.join(', ') : <Trans>any</Trans>} />;
}
