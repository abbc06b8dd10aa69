// One service in full: what it is, what is in it and what is not, a sample, the prices, and how it is made.
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ServiceSheet, ServicesData } from '../page-data.ts';
import card from '../ui/card.module.css';
import { useMoney } from '../visit.ts';
import { Glyph } from './glyphs.tsx';
import css from './service-article.module.css';

type Props = {
  readonly sheet: ServiceSheet;
  readonly platforms: ServicesData['platforms'];
  /** The level of its heading on the page. */
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
        <dl className={css.facts}>
          <Fact
            name={<Trans>Delivery</Trans>}
            value={sheet.turnaround === 'minute' ? <Trans>from 1 minute</Trans> : <Trans>about 48 h</Trans>}
          />
          <Fact name={<Trans>Made</Trans>} value={<MadeBy by={sheet.madeBy} />} />
          <Fact
            name={<Trans>Revisions</Trans>}
            value={<Plural value={sheet.revisions} _0="none" one="# per piece" other="# per piece" />}
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

function Prices({ sheet: { prices, interval, partsPrice } }: Pick<Props, 'sheet'>) {
  const money = useMoney();
  const parts = partsPrice === undefined ? undefined : money(partsPrice);
  return (
    <div>
      <ul className={css.prices}>
        {prices.map(({ id, unit, note, unitPrice }) => (
          <li key={id}>
            <b>{unit}</b>
            <span className={css.cost}>{money(unitPrice)}</span>
            <small>
              {note}
              {interval === 'month' ? (
                <>
                  {' · '}
                  <Trans>per month</Trans>
                </>
              ) : null}
            </small>
          </li>
        ))}
      </ul>
      {parts ? (
        <p className={css.parts}>
          <Trans>One by one: {parts}</Trans>
        </p>
      ) : null}
    </div>
  );
}

function MadeBy({ by }: { by: ServiceSheet['madeBy'] }) {
  if (by === 'person') return <Trans>by people</Trans>;
  return by === 'automatic' ? <Trans>automatically</Trans> : <Trans>by people and software</Trans>;
}

/** A platform that costs more says so where it is named. */
function Platforms({ sheet, platforms }: Pick<Props, 'sheet' | 'platforms'>) {
  const names = platforms
    .filter(({ platform }) => sheet.platforms.includes(platform))
    .map(({ name, surchargePercent }) => (surchargePercent > 0 ? `${name} (+${surchargePercent} %)` : name));
  return names.length > 0 ? <Fact name={<Trans>Platforms</Trans>} value={names.join(', ')} /> : null;
}
