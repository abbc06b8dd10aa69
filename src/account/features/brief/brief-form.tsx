// Order form of one service: offer, brief and price; adds a line to the cart or changes one.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useCallback, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { showMoney } from '#lib/money/money.ts';
import type { BrandKit } from '#modules/accounts/shapes.ts';
import type { Offer, Prices } from '#modules/catalogue/shapes.ts';
import type { Answers } from '#modules/orders/shapes.ts';
import { ApiError, apiErrorMessages } from '#ui/api/api-error.ts';
import { addLine, type CartLine, type CartWriteResult, replaceLine } from '#ui/browser/cart-store.ts';
import { dropDraft, readDraft, saveDraft } from '#ui/browser/draft-store.ts';
import { getDraftKey } from '#ui/browser/storage.ts';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { usePage } from '#ui/page/context.ts';
import type { ServiceData } from '#ui/page/data.ts';
import { hasBrand, KitChoicePlace, KitSavePlace } from './brand-kits/slots.tsx';
import {
  type Brief,
  computeCost,
  computeQuantity,
  groupQuestions,
  listChosenAddOns,
  listQuestions,
  needsPlatform,
  readBrief,
  readLine,
} from './brief.ts';
import css from './brief-form.module.css';
import { drawQuestions } from './brief-questions.tsx';
import { BriefAdvicePlace, BriefNotice, BriefSection, BriefStep, StepProgress } from './brief-sections.tsx';
import { findStepToContinue, listSteps } from './brief-steps.ts';
import { OfferChoices } from './offer-picker.tsx';
import type { PlanRequest } from './plan-request.ts';
import { BriefBar, BriefSummary, FORM_ID } from './price-summary.tsx';
import { listLabels, useBrief } from './use-brief.ts';
import { useSteps } from './use-steps.ts';

/** The cart line being edited, and its index. */
export type EditedLine = { readonly index: number; readonly line: CartLine };

type Props = {
  readonly service: ServiceData;
  readonly prices: Prices;
  /** The offers of this service; at least one. */
  readonly offers: readonly [Offer, ...Offer[]];
  readonly edited: EditedLine | undefined;
  /** Of a plan, which is sent in the place of a line of the cart. */
  readonly request: PlanRequest | undefined;
  /** Filled in before the log-in: it goes to the cart at once, if nothing is missing. */
  readonly isComplete: boolean;
  /** Called when the line is in the cart, or the request is sent. */
  readonly put: () => void;
};

const AddOns = createLazyPart(() => import('./add-ons/add-ons.tsx').then(({ AddOns }) => AddOns));

const cartErrors: Readonly<Record<Exclude<CartWriteResult, 'kept'>, MessageDescriptor>> = {
  full: msg`Your cart is full: you can order up to 50 items at once. Order or remove some; your brief stays here.`,
  noRoom: msg`Your browser’s storage is full, so this wasn’t added to your cart. Your brief is still here.`,
};

export function BriefForm(props: Props) {
  const { service, prices, offers, edited, request } = props;
  const { locale } = usePage();
  const money = useCallback((amount: number) => showMoney({ amount, currency: prices.currency }, locale), [prices.currency, locale]);
  const { form, offer, counts } = useLine(props);
  const { fields } = offer;
  const sections = useMemo(() => groupQuestions(fields, prices.offers), [fields, prices.offers]);
  const { errors, hidden, pick, give, swap, summary, busy, pass, leave, failed } = form;
  const { given: answers } = form.brief;
  const [kits, setKits] = useState<readonly BrandKit[]>();
  const [known, setKnown] = useState<readonly string[]>([]);
  // Counting or checking a long text is slow, so it is deferred and does not block typing.
  const later = useDeferredValue(answers);
  const quantity = useMemo(
    () => (counts ? computeQuantity({ given: later }, offer) : form.brief.quantity),
    [counts, later, offer, form.brief.quantity],
  );
  const { platform } = form.brief;
  const cost = useMemo(() => computeCost({ platform, quantity, given: later }, offer, prices), [platform, quantity, later, offer, prices]);
  const credits = request && request.credits(offer.serviceType) * cost.quantity;
  const shown = { cost, offer, money, busy, edits: edited !== undefined, credits };
  const kit = { offer, answers: later, kits, setKits, swap, known, setKnown };
  const all = listSteps({ offer, hasChoice: offers.length > 1, counts, sections, hidden });
  const steps = useSteps({
    ...{ steps: all, pass, leave, failed },
    first: () => (edited ? all[0] : findStepToContinue(all, offer, form.brief)),
  });
  useSubmitAtOnce(props.isComplete, form.props.onSubmit);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (steps.isLast || edited || !steps.isOneByOne()) return void form.props.onSubmit(event);
    // Enter in a field leads to the next step.
    event.preventDefault();
    void steps.next();
  };
  const { ask, renderRemembered } = drawQuestions(form, known);
  return (
    <>
      <form id={FORM_ID} className={css.form} data-begun={steps.index > 0 ? '' : undefined} {...form.props} onSubmit={submit}>
        {steps.count > 1 ? <StepProgress steps={steps} title={service.titles[offer.id] ?? service.name} /> : null}
        <BriefNotice {...{ summary, fields, answers, leadTo: steps.leadTo }} service={service.name} stops={form.stops} />
        {offer.pieces.length > 1 ? <BundleNote count={offer.pieces.length} /> : null}
        {offer.eachUnitIsPiece ? <UnitsNote /> : null}
        <BriefStep name="offer" steps={steps}>
          <OfferChoices {...{ offers, offer, counts, quantity, platform, errors, money, pick }} platforms={prices.platformTypes} />
        </BriefStep>
        <BriefStep name="work" steps={steps}>
          <BriefSection title={<Trans>About the work</Trans>}>{ask(sections.work)}</BriefSection>
        </BriefStep>
        <BriefStep name="brand" steps={steps}>
          {fields.length === 0 ? null : (
            <BriefSection title={hasBrand(offer) ? <Trans>About your brand</Trans> : <Trans>More details</Trans>}>
              {[
                <KitChoicePlace key="fill" {...kit}>
                  {renderRemembered(sections.common, () => setKnown([]))}
                </KitChoicePlace>,
                ...ask(sections.common),
                <KitSavePlace key="kit" {...kit} />,
              ]}
            </BriefSection>
          )}
        </BriefStep>
        <BriefStep name="addOns" steps={steps}>
          {offer.addOns && !request ? <AddOns offer={offer} answers={answers} give={give} /> : null}
        </BriefStep>
        <BriefStep name="last" steps={steps}>
          <BriefSection title={<Trans>Before you order</Trans>}>{ask(sections.last)}</BriefSection>
        </BriefStep>
        {fields.length === 0 ? null : <BriefAdvicePlace fields={fields} hidden={hidden} answers={later} />}
      </form>
      <div className={css.side} data-away={steps.index > 0 && !steps.isLast ? '' : undefined}>
        <BriefSummary service={service} language={hidden.has('language') ? undefined : answers.language} {...shown} />
      </div>
      <BriefBar {...shown} steps={steps} />
    </>
  );
}

/** A bundle is briefed in two steps: the shared answers now, each piece after payment. */
const BundleNote = ({ count }: { readonly count: number }) => (
  <p className="soft">
    <Trans>Tell us once what all {count} pieces share. After payment you brief each one, with these answers filled in.</Trans>
  </p>
);

const UnitsNote = () => (
  <p className="soft">
    <Trans>You brief each piece after payment: one by one, or the first one copied to all.</Trans>
  </p>
);

function useSubmitAtOnce(isComplete: boolean, submit: () => Promise<void>): void {
  const send = useEffectEvent(submit);
  useEffect(() => {
    if (isComplete) void send();
  }, [isComplete]);
}

/** The brief being written, until it is a cart line. */
function useLine({ service: { slug }, prices, offers, edited, request, put }: Props) {
  const { t } = useLingui();
  const { currency } = prices;
  const draft = getDraftKey(edited ? `order-${slug}-${edited.index}` : `order-${slug}`);
  const findOffer = useCallback((id: string): Offer => offers.find((each) => each.id === id) ?? offers[0], [offers]);
  const labels = new Map([['platform', t`Platform`], ['quantity', t`Quantity`], ...listLabels(listQuestions(offers))]);
  const counts = offers[0].quantityFrom !== undefined;
  const withCount = (brief: Brief): Brief => (counts ? { ...brief, quantity: computeQuantity(brief, findOffer(brief.offerId)) } : brief);
  const line = (brief: Brief, answers: Answers) => createLine(withCount(brief), findOffer(brief.offerId), { prices, answers });
  const form = useBrief({
    findOffer,
    labels,
    platforms: prices.platformTypes,
    first: () => getFirstBrief(readDraft(draft), { edited, offers }),
    draft: useMemo(
      () => ({
        read: () => undefined,
        write: (brief) => saveDraft(draft, () => formatDraft(brief, edited)),
        clear: () => dropDraft(draft),
      }),
      [draft, edited],
    ),
    async send(brief, answers) {
      const made = line(brief, answers);
      const stops = await (await loadStops()).findPolicyViolations(made, currency);
      if (Object.keys(stops).length > 0) throw new ApiError(400, apiErrorMessages.invalid, stops);
      if (request) return request.send(made);
      const outcome = edited ? replaceLine(edited.index, made) : addLine(made);
      if (outcome !== 'kept') throw new ApiError(400, cartErrors[outcome]);
    },
    onDone: put,
  });
  return { form, counts, offer: findOffer(form.brief.offerId) };
}

const loadStops = () => import('./advice/check-policy.ts');

type DraftSource = Pick<Props, 'edited' | 'offers'>;

/** A draft of a cart line is only valid for that line as it was, not for another at the same index. */
const formatDraft = (brief: Brief, edited: EditedLine | undefined): string =>
  JSON.stringify(edited ? { ...brief, of: JSON.stringify(edited.line) } : brief);

function getFirstBrief(draft: string | undefined, { edited, offers }: DraftSource): Brief {
  if (!edited) return readBrief(draft, offers, offers[0]);
  const { line } = edited;
  return draft?.includes(`"of":${JSON.stringify(JSON.stringify(line))}`)
    ? readBrief(draft, offers, offers[0])
    : readLine(line, offers, offers[0]);
}

function createLine(brief: Brief, offer: Offer, { prices, answers }: { prices: Prices; answers: Answers }): CartLine {
  const addOns = listChosenAddOns(offer, brief.given).map(({ id, name, quantity, unitPrice, percent }) => ({
    id,
    name,
    quantity,
    unitPriceSeen: unitPrice,
    percentSeen: percent,
  }));
  return {
    offerId: offer.id,
    quantity: Number(brief.quantity.normalize('NFKC')),
    platform: needsPlatform(offer) ? Number(brief.platform) : null,
    answers,
    ...(addOns.length > 0 ? { addOns } : {}),
    ...pickFiles(brief, offer, answers),
    currency: prices.currency,
    unitPriceSeen: offer.unitPrice,
    ...(offer.tiers ? { tiersSeen: offer.tiers } : {}),
  };
}

/** With name and size, for display. */
function pickFiles({ given }: Brief, { fields }: Offer, answers: Answers): Pick<CartLine, 'files'> {
  const files = fields.filter(({ name, kind }) => kind === 'file' && answers[name] !== undefined);
  return files[0] ? { files: Object.fromEntries(files.map(({ name }) => [name, given[name] as readonly string[]])) } : {};
}
