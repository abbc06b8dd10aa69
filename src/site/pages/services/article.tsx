// A service that opens in place: content, limits, sample, prices and production. The id is inside the details
// element, so that its address opens it without JavaScript too.

import { useLingui } from '@lingui/react/macro';
import { fillPath } from '#lib/url-path.ts';
import { Glyph } from '#ui/catalogue/service-icon.tsx';
import { FromPrice, ServiceName } from '#ui/catalogue/service-name.tsx';
import { ButtonLink } from '#ui/display/button.tsx';
import type { ServiceSheet } from '#ui/page/data.ts';
import card from '#ui/styles/card.module.css';
import { href } from '../../../pages.ts';
import css from './article.module.css';
// Of the drawing that the script puts in the place of a quotation.
import '../samples/change.module.css';
import '../samples/month.module.css';
import '../samples/picture.module.css';
import '../samples/sample-part.module.css';
import { AddOnPrices, Facts, OfferPrices, Pieces, Quote, Scope, WholeSample } from './service-parts.tsx';

type Props = {
  readonly sheet: ServiceSheet;
  /** Heading level on the page. */
  readonly level: 'h2' | 'h3';
  /** It fits the filter. */
  readonly isShown: boolean;
};

export function ServiceArticle({ sheet, level, isShown }: Props) {
  const { t } = useLingui();
  const Title = level;
  const Label = level === 'h2' ? 'h3' : 'h4';
  const { slug, icon, name, preview } = sheet;
  const isWide = preview?.kind === 'month';
  const about = fillPath(href('about'), { id: slug });
  const sample = <Sample sheet={sheet} about={about} />;
  return (
    <details className={`${card.card} ${css.service}`} data-kind={sheet.kind} hidden={!isShown}>
      <summary className={css.head}>
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
        </div>
        <div className={css.side}>
          <OfferPrices sheet={sheet} label={Label} />
          {sheet.addOns ? <AddOnPrices addOns={sheet.addOns} interval={sheet.interval} label={Label} /> : null}
          {sheet.pieces.length > 0 ? <Pieces sheet={sheet} label={Label} /> : null}
          <div className={css.order}>
            <ButtonLink text={t`Order ${name}`} look="main" href={fillPath(href('service'), { id: slug })} />
            <p className={css.next}>{t`Log in or create an account next. You pay at the end.`}</p>
            <ButtonLink text={t`More about ${name}`} href={about} />
          </div>
          <Facts sheet={sheet} />
        </div>
        {isWide ? <div className={css.wide}>{sample}</div> : null}
      </article>
    </details>
  );
}

/**
 * Quoted: drawings take a third of the page's bytes. The script puts the drawing of the service's own page in
 * its place when a visitor opens the service.
 */
function Sample({ sheet, about }: Pick<Props, 'sheet'> & { readonly about: string }) {
  return (
    <div className={css.sample} {...(sheet.preview ? { 'data-from': `${about}#sample` } : {})}>
      <Quote sample={sheet.sample} />
      {sheet.hasSample ? <WholeSample slug={sheet.slug} /> : null}
    </div>
  );
}
