// A service's own page: what it is, a sample, what is included, the price of what a visitor chooses, how long
// it really took, and what is asked. It has no state: its calculator is a form of the page itself.

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { fillPath } from '#lib/url-path.ts';
import type { DeliverySpan, DeliveryTimes } from '#modules/catalogue/shapes.ts';
import { PriceFrom, ServiceName } from '#ui/catalogue/service-name.tsx';
import { AboutTurnaround } from '#ui/catalogue/turnaround-text.tsx';
import { ButtonLink } from '#ui/display/button.tsx';
import type { AboutData, ScreenProps } from '#ui/page/data.ts';
import eyebrow from '#ui/styles/eyebrow.module.css';
import summary from '../../../account/features/brief/price-summary.module.css';
import { href } from '../../../pages.ts';
import question from '../question-list.module.css';
import { QuestionList } from '../question-list.tsx';
import { SamplePartView } from '../samples/sample-part.tsx';
import { Facts, Pieces, Quote, Scope, WholeSample } from '../services/service-parts.tsx';
import css from './about-page.module.css';
import { Calculator, hasChoice } from './calculator.tsx';

function AboutPage({ data }: ScreenProps<'about'>) {
  const { t } = useLingui();
  const { sheet, calculator, times } = data;
  return (
    <div>
      <Hero {...data} />
      <section className={css.band}>
        <div className={`page ${css.section} ${css.two}`}>
          <div>
            <h2>{t`What you get`}</h2>
            <p className={css.description}>{sheet.description}</p>
          </div>
          <div className={css.scope}>
            <Scope sheet={sheet} label="h3" />
            {sheet.pieces.length > 0 ? <Pieces sheet={sheet} label="h3" /> : null}
          </div>
        </div>
      </section>
      {calculator ? (
        <Calculator service={sheet} calculator={calculator} hasQuestions={data.asks.required.length + data.asks.optional > 0} />
      ) : null}
      <div className={`page ${css.section} ${css.two}`}>
        {times ? <Times times={times} /> : null}
        <section>
          <p className={eyebrow.eyebrow}>{t`How it’s made`}</p>
          <h2>{t`Who makes it, and with what`}</h2>
          <Facts sheet={sheet} />
        </section>
      </div>
      <section className={`page ${css.section}`}>
        <p className={eyebrow.eyebrow}>{t`Questions`}</p>
        <h2>{t`Before you order`}</h2>
        <div className={css.questions}>
          <BriefQuestions asks={data.asks} />
          <QuestionList questions={data.questions} />
        </div>
        <div className={css.acts}>
          <OrderLink sheet={sheet} />
          <ButtonLink text={t`All questions and answers`} href={href('faq')} />
        </div>
      </section>
      <div className={`${summary.bar} ${css.reach}`}>
        <p>
          <b>
            <PriceFrom card={sheet} />
          </b>
        </p>
        <OrderLink sheet={sheet} />
      </div>
    </div>
  );
}

const Hero = ({ sheet, sample, calculator }: AboutData) => {
  const { t } = useLingui();
  return (
    <div className={`page ${css.hero}`}>
      <div>
        <p className={css.path}>
          <a href={href('services')}>{t`Services`}</a> / {sheet.name}
        </p>
        <h1>
          <ServiceName name={sheet.name} />
        </h1>
        <p className={css.lead}>{sheet.summary}</p>
        <ul className={css.figures}>
          {sheet.from === undefined ? null : (
            <li>
              <b>
                <PriceFrom card={sheet} />
              </b>
              <span>{sheet.prices[0]?.unit}</span>
            </li>
          )}
          <li>
            <b>{sheet.isInstant ? t`in a minute` : <AboutTurnaround turnaround={sheet.turnaround} />}</b>
            <span>{t`from your brief to the delivery`}</span>
          </li>
        </ul>
        <div className={css.acts}>
          <OrderLink sheet={sheet} />
          {calculator && hasChoice(calculator) ? <ButtonLink text={t`Calculate the price`} href="#price" /> : null}
        </div>
        <p className={css.next}>{t`Log in or create an account next. You pay at the end.`}</p>
      </div>
      <div className={css.sample} id="sample">
        {sample ? <DrawnSample {...sample} slug={sheet.slug} /> : <Quote sample={sheet.sample} />}
      </div>
    </div>
  );
};

const DrawnSample = ({ brand, parts, slug }: NonNullable<AboutData['sample']> & { readonly slug: string }) => (
  <>
    <p className={css.tag}>
      <Trans>Sample for {brand}</Trans>
    </p>
    {parts.map((part) => (
      <SamplePartView key={part.label} part={part} />
    ))}
    <WholeSample slug={slug} />
  </>
);

const OrderLink = ({ sheet: { slug, name } }: Pick<AboutData, 'sheet'>) => (
  <ButtonLink text={<Trans>Order {name}</Trans>} look="main" href={fillPath(href('service'), { id: slug })} />
);

/** The figures come from the same clock as due dates, so they leave out the time that the shop waited. */
const Times = ({ times: { count, half, most } }: { readonly times: DeliveryTimes }) => (
  <section id="delivery-times">
    <p className={eyebrow.eyebrow}>
      <Trans>How long it really took</Trans>
    </p>
    <h2 className={css.took}>
      <Trans>
        Half of the last {count} were delivered within <Span span={half} />, nine of ten within <Span span={most} />.
      </Trans>
    </h2>
    <p className={css.note}>
      <Trans>Over 90 days, from payment and brief to the first delivery, without the time we waited for answers.</Trans>
    </p>
  </section>
);

const Span = ({ span: { amount, unit } }: { readonly span: DeliverySpan }) => (
  <b>{unit === 'hours' ? <Trans>{amount} h</Trans> : <Trans>{amount} min</Trans>}</b>
);

const BriefQuestions = ({ asks: { required, optional } }: Pick<AboutData, 'asks'>) => (
  <details className={question.question}>
    <summary>
      <Trans>What will you ask me?</Trans>
    </summary>
    <div className={css.asks}>
      <ul>
        {required.map((label) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
      {optional > 0 ? (
        <p>
          <Plural value={optional} one="And # question that you may leave out." other="And # questions that you may leave out." />
        </p>
      ) : null}
    </div>
  </details>
);

export { AboutPage as Screen };
