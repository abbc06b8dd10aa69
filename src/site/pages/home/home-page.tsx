// Home page: services, prices, how it works, and common questions.

import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment, type ReactNode } from 'react';
import { getCurrencyCode } from '#lib/money/money.ts';
import { Glyph } from '#ui/catalogue/service-icon.tsx';
import { FromPrice, ServiceName } from '#ui/catalogue/service-name.tsx';
import { TurnaroundText } from '#ui/catalogue/turnaround-text.tsx';
import { ButtonLink } from '#ui/display/button.tsx';
import { usePage } from '#ui/page/context.ts';
import type { HomeBlockData, HomeData, ScreenProps, ServiceCard } from '#ui/page/data.ts';
import box from '#ui/styles/card.module.css';
import eyebrow from '#ui/styles/eyebrow.module.css';
import { href } from '../../../pages.ts';
import { QuestionList } from '../question-list.tsx';
import { HomeSamples } from '../samples/home-samples.tsx';
import { ExampleOrder } from './example-order.tsx';
import { HomeBundles } from './home-bundles.tsx';
import css from './home-page.module.css';
import cardCss from './service-card.module.css';

export function Screen({ data }: ScreenProps<'home'>) {
  const { shell } = usePage();
  return (
    <>
      {data.blocks.some(({ kind }) => kind === 'hero') ? null : <h1 className="unseen">{shell.tagline}</h1>}
      {data.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are the owner's and do not move while the page is open.
        <Fragment key={index}>{renderBlock(block, data)}</Fragment>
      ))}
    </>
  );
}

/** One component for each kind of block. */
function renderBlock(block: HomeBlockData, data: ScreenProps<'home'>['data']): ReactNode {
  switch (block.kind) {
    case 'hero':
      return <Hero block={block} example={data.example} />;
    case 'services':
      return <Services title={block.title} services={data.services} />;
    case 'samples':
      return <HomeSamples samples={block.samples} />;
    case 'how':
      return (
        <section className={`page ${css.section}`} id="how">
          <How turnaround={data.turnaround} />
        </section>
      );
    case 'bundles':
      return <HomeBundles {...data} />;
    case 'points':
      return <Points title={block.title} points={block.points} />;
    case 'questions':
      return <Questions questions={data.questions} />;
  }
}

const Services = ({ title, services }: Pick<HomeData, 'services'> & { readonly title: string }) => (
  <section className={`page ${css.section}`}>
    <p className={eyebrow.eyebrow}>
      <Trans>Services</Trans>
    </p>
    <h2>{title}</h2>
    <ul className={css.grid}>
      {services.map((service) => (
        <OfferCard key={service.slug} card={service} />
      ))}
    </ul>
  </section>
);

const Points = ({ title, points }: Omit<Extract<HomeBlockData, { kind: 'points' }>, 'kind'>) => (
  <section className={`page ${css.section}`}>
    <h2>{title}</h2>
    <ul className={css.points}>
      {points.map((point) => (
        <li key={point.title}>
          <h3>{point.title}</h3>
          <p>{point.text}</p>
        </li>
      ))}
    </ul>
  </section>
);

const Questions = ({ questions }: Pick<HomeData, 'questions'>) => (
  <section className={`page ${css.section} ${css.questions}`} id="questions">
    <div>
      <p className={eyebrow.eyebrow}>
        <Trans>Questions</Trans>
      </p>
      <h2>
        <Trans>Before you order</Trans>
      </h2>
      <ButtonLink text={<Trans>All questions and answers</Trans>} className={css.more} href={href('faq')} />
    </div>
    <QuestionList questions={questions} />
  </section>
);

type HeroProps = Pick<HomeData, 'example'> & { readonly block: Extract<HomeBlockData, { kind: 'hero' }> };

function Hero({ block: { eyebrow: line, lead, facts }, example }: HeroProps) {
  const { shell } = usePage();
  return (
    <section className={css.hero}>
      <div className={`page ${css.heroRow}`}>
        <div>
          <p className={eyebrow.eyebrow}>{line}</p>
          <h1>{shell.tagline}</h1>
          <p className={css.lead}>{lead}</p>
          <div className={css.acts}>
            <ButtonLink text={<Trans>Browse services</Trans>} look="main" href={href('services')} />
            <ButtonLink text={<Trans>See samples</Trans>} href={href('samples')} />
          </div>
          <Facts facts={facts} />
        </div>
        {example ? <ExampleOrder example={example} /> : null}
      </div>
    </section>
  );
}

/** Under the headline: the owner's facts, and the currencies. */
function Facts({ facts }: { readonly facts: readonly string[] }) {
  const { t } = useLingui();
  const { currencies } = usePage().shell;
  const codes = currencies
    .map(([currency]) => getCurrencyCode(currency))
    .join(t({ message: ', ', comment: 'Between the codes of currencies: EUR, USD' }));
  return (
    <ul className={css.facts}>
      {(currencies.length > 1 ? [...facts, `**${codes}**`] : facts).map((fact) => (
        <li key={fact}>{fact.split('**').map((text, index) => (index % 2 === 1 ? <b key={text}>{text}</b> : text))}</li>
      ))}
    </ul>
  );
}

/** How it works, on the home page. */
const How = ({ turnaround }: Pick<HomeData, 'turnaround'>) => {
  const { t } = useLingui();
  return (
    <>
      <h2>{t`Brief, pay, done.`}</h2>
      <ol className={css.how}>
        <li>
          <h3>{t`Write a short brief`}</h3>
          <p>{t`Each service asks only what it needs. Save your brand details for the next time.`}</p>
        </li>
        <li>
          <h3>{t`Pay by link or balance`}</h3>
          <p>{t`Pay by card or bank, or add funds once and pay from your balance.`}</p>
        </li>
        <li>
          <h3>
            <Trans>
              Get it in about <TurnaroundText turnaround={turnaround} />
            </Trans>
          </h3>
          <p>{t`Follow each step, ask for changes, download the work and the receipt.`}</p>
        </li>
      </ol>
      <p className={css.footnote}>
        {t`The time is an estimate and counts from payment. If you have 14 days to withdraw, you choose in the cart when work starts.`}
      </p>
    </>
  );
};

/** A service as a card that links to its description. */
const OfferCard = ({ card }: { card: ServiceCard }) => (
  <li>
    <a className={`${box.card} ${cardCss.card}`} href={href('services', `#${card.slug}`)}>
      <Glyph icon={card.icon} />
      <h3>
        <ServiceName name={card.name} />
      </h3>
      <p>{card.summary}</p>
      <FromPrice card={card} className={cardCss.foot} />
    </a>
  </li>
);
