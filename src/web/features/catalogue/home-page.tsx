// Home page: services, prices, how it works, and common questions.
import { Trans, useLingui } from '@lingui/react/macro';
import { currencyCodes } from '../../../lib/money/money.ts';
import { href } from '../../../pages.ts';
import button from '../../../ui/styles/button.module.css';
import eyebrow from '../../../ui/styles/eyebrow.module.css';
import { usePage } from '../../router/page/context.ts';
import type { ScreenProps } from '../../router/page/data.ts';
import { QuestionList } from '../../shared/question-list.tsx';
import { BundleRow } from './bundle-row.tsx';
import { ExampleOrder } from './example-order.tsx';
import css from './home-page.module.css';
import { OfferCard } from './service-card.tsx';

function HomePage({ data }: ScreenProps<'home'>) {
  return (
    <>
      <Hero example={data.example} />
      <section className={`page ${css.section}`}>
        <p className={eyebrow.eyebrow}>
          <Trans>Services</Trans>
        </p>
        <h2>
          <Trans>Six things we do, each with a price on it.</Trans>
        </h2>
        <ul className={css.grid}>
          {data.services.map((service) => (
            <OfferCard key={service.slug} card={service} />
          ))}
        </ul>
      </section>
      <section className={`${css.bundles} ${css.section}`}>
        <div className="page">
          <p className={eyebrow.eyebrow}>
            <Trans>Bundles</Trans>
          </p>
          <h2>
            <Trans>Or several at once, for less.</Trans>
          </h2>
          {data.bundles.map((bundle) => (
            <BundleRow key={bundle.slug} bundle={bundle} />
          ))}
        </div>
      </section>
      <How />
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
        <QuestionList questions={data.questions} />
      </section>
    </>
  );
}

function Hero({ example }: Pick<ScreenProps<'home'>['data'], 'example'>) {
  const { shell } = usePage();
  return (
    <section className={css.hero}>
      <Waves />
      <div className={`page ${css.heroRow}`}>
        <div>
          <p className={eyebrow.eyebrow}>
            <Trans>Content and social growth</Trans>
          </p>
          <h1>{shell.tagline}</h1>
          <p className={css.lead}>
            <Trans>
              Order stories, posts, slogans and promotion the way you order anything else: a clear price, a brief, and an estimated delivery
              within 48 hours.
            </Trans>
          </p>
          <div className={css.acts}>
            <a className={button.main} href={href('services')}>
              <Trans>Browse services</Trans>
            </a>
            <a className={button.quiet} href={href('services', '#brand-stories')}>
              <Trans>See a sample of the work</Trans>
            </a>
          </div>
          <Facts />
        </div>
        {example ? <ExampleOrder example={example} /> : null}
      </div>
    </section>
  );
}

function Facts() {
  const { t } = useLingui();
  const codes = currencyCodes.join(t({ message: ', ', comment: 'Between the codes of currencies: EUR, USD' }));
  return (
    <ul className={css.facts}>
      <li>
        <Trans>
          <b>48 h</b> estimated delivery
        </Trans>
      </li>
      <li>
        <b>{codes}</b>
      </li>
      <li>
        <Trans>
          <b>No bots,</b> no fake followers
        </Trans>
      </li>
    </ul>
  );
}

/** Sound waves from the corner, as circles. */
const Waves = () => (
  <svg className={css.waves} viewBox="0 0 600 600" aria-hidden="true">
    {Array.from({ length: 13 }, (_, index) => 60 + index * 20).map((radius) => (
      <circle key={radius} cx="300" cy="300" r={radius} />
    ))}
  </svg>
);

const How = () => (
  <section className={`page ${css.section}`} id="how">
    <h2>
      <Trans>Brief, pay, done.</Trans>
    </h2>
    <ol className={css.how}>
      <li>
        <h3>
          <Trans>Write a short brief</Trans>
        </h3>
        <p>
          <Trans>Each service asks only what its makers need. What your brand always needs is kept for the next time.</Trans>
        </p>
      </li>
      <li>
        <h3>
          <Trans>Pay by link or balance</Trans>
        </h3>
        <p>
          <Trans>Pay each order by its own link, or top up once and pay from your balance.</Trans>
        </p>
      </li>
      <li>
        <h3>
          <Trans>Read it in about 48 hours</Trans>
        </h3>
        <p>
          <Trans>Follow each step, ask for a revision, download the result and the receipt.</Trans>
        </p>
      </li>
    </ol>
    <p className={css.footnote}>
      <Trans>
        The 48 hours count from payment. Where you have a right of withdrawal, you choose in the cart whether work starts at once or when
        your 14 days are over.
      </Trans>
    </p>
  </section>
);

export { HomePage as Screen };
