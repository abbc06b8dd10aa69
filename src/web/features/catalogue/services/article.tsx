// A service that opens in place: content, limits, sample, prices and production. The id is inside the details
// element, so that its address opens it without JavaScript too.
import { Trans } from '@lingui/react/macro';
import type { ToggleEvent } from 'react';
import { filledPath } from '#lib/url-path.ts';
import button from '#ui/styles/button.module.css';
import card from '#ui/styles/card.module.css';
import { href } from '../../../../pages.ts';
import { usePage } from '../../../router/page/context.ts';
import type { ServiceSheet } from '../../../router/page/data.ts';
import { Glyph } from '../../../shared/service-icon.tsx';
import { FromPrice, ServiceName } from '../service-name.tsx';
import css from './article.module.css';
import { useDrawing } from './drawn-sample.ts';
import { AddOnPrices, Facts, OfferPrices, Pieces, Quote, Scope, WholeSample } from './service-parts.tsx';

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
          <Scope sheet={sheet} label={Label} />
          {isWide ? null : sample}
          {sheet.hasSample && !isWide ? <WholeSample slug={slug} /> : null}
        </div>
        <div className={css.side}>
          <OfferPrices sheet={sheet} label={Label} />
          {sheet.addOns ? <AddOnPrices addOns={sheet.addOns} interval={sheet.interval} label={Label} /> : null}
          {sheet.pieces.length > 0 ? <Pieces sheet={sheet} label={Label} /> : null}
          <div className={css.order}>
            <a className={button.main} href={filledPath(href('service'), { id: slug })}>
              <Trans>Order {name}</Trans>
            </a>
            <p className={css.next}>
              <Trans>Log in or create an account next. You pay at the end.</Trans>
            </p>
            <a className={button.quiet} href={filledPath(href('about'), { id: slug })}>
              <Trans>More about {name}</Trans>
            </a>
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
