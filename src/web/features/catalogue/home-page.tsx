// Home page: services, prices, how it works, and common questions.
import { Trans } from '@lingui/react/macro';
import { Fragment, type ReactNode } from 'react';
import { href } from '../../../pages.ts';
import badge from '../../../ui/styles/badge.module.css';
import button from '../../../ui/styles/button.module.css';
import card from '../../../ui/styles/card.module.css';
import eyebrow from '../../../ui/styles/eyebrow.module.css';
import { usePage } from '../../router/page/context.ts';
import type { HomeBlockData, HomeData, ScreenProps } from '../../router/page/data.ts';
import { QuestionList } from '../../shared/question-list.tsx';
import { StaticPart } from '../../shared/static-part/static-part.tsx';
import bundleCss from './bundle-row.module.css';
import exampleCss from './example-order.module.css';
import css from './home-page.module.css';
import changeCss from './samples/change.module.css';
import monthCss from './samples/month.module.css';
import pictureCss from './samples/picture.module.css';
import sampleCss from './samples/sample-part.module.css';
import { OfferCard } from './service-card.tsx';

const SamplesOnServer = import.meta.env.SSR ? (await import('./samples/home-samples.tsx')).HomeSamples : undefined;
const loadSamples = () => import('./samples/home-samples.tsx').then(({ LateHomeSamples }) => LateHomeSamples);
const ExampleOnServer = import.meta.env.SSR ? (await import('./example-order.tsx')).ExampleOrder : undefined;
const loadExample = () => import('./example-order.tsx').then(({ LateExampleOrder }) => LateExampleOrder);
const FactsOnServer = import.meta.env.SSR ? (await import('./facts.tsx')).HomeFacts : undefined;
const loadFacts = () => import('./facts.tsx').then(({ LateHomeFacts }) => LateHomeFacts);
const BundlesOnServer = import.meta.env.SSR ? (await import('./home-bundles.tsx')).HomeBundles : undefined;
const loadBundles = () => import('./home-bundles.tsx').then(({ LateHomeBundles }) => LateHomeBundles);
const HowOnServer = import.meta.env.SSR ? (await import('./how.tsx')).How : undefined;
const loadHow = () => import('./how.tsx').then(({ LateHow }) => LateHow);
const noProps = {};

function HomePage({ data }: ScreenProps<'home'>) {
  const { shell } = usePage();
  return (
    <>
      {data.blocks.some(({ kind }) => kind === 'hero') ? null : <h1 className="unseen">{shell.tagline}</h1>}
      {data.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are the owner's and do not move while the page is open.
        <Fragment key={index}>{contentOf(block, data)}</Fragment>
      ))}
    </>
  );
}

/** One component for each kind of block. */
function contentOf(block: HomeBlockData, data: ScreenProps<'home'>['data']): ReactNode {
  switch (block.kind) {
    case 'hero':
      return <Hero block={block} example={data.example} />;
    case 'services':
      return <Services title={block.title} services={data.services} />;
    case 'samples':
      return (
        <StaticPart
          styles={[card, changeCss, monthCss, pictureCss, sampleCss]}
          server={SamplesOnServer}
          load={loadSamples}
          props={{ samples: block.samples }}
        />
      );
    case 'how':
      return (
        <section className={`page ${css.section}`} id="how">
          <StaticPart styles={[css]} server={HowOnServer} load={loadHow} props={noProps} />
        </section>
      );
    case 'bundles':
      return <StaticPart styles={[bundleCss]} server={BundlesOnServer} load={loadBundles} props={data} />;
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
      <a className={`${button.quiet} ${css.more}`} href={href('faq')}>
        <Trans>All questions and answers</Trans>
      </a>
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
            <a className={button.main} href={href('services')}>
              <Trans>Browse services</Trans>
            </a>
            <a className={button.quiet} href={href('samples')}>
              <Trans>See samples</Trans>
            </a>
          </div>
          <StaticPart styles={[css]} server={FactsOnServer} load={loadFacts} props={{ facts }} />
        </div>
        {example ? <StaticPart styles={[badge, card, exampleCss]} server={ExampleOnServer} load={loadExample} props={{ example }} /> : null}
      </div>
    </section>
  );
}

export { HomePage as Screen };
