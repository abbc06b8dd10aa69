// Brief of one piece: the questions of its service, prefilled with the answers that all pieces share.

import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useDeferredValue, useMemo, useState } from 'react';
import { getLanguage } from '#lib/locale.ts';
import { WORDS_OF_A_UNIT } from '#lib/markdown/word-count.ts';
import type { BrandKit } from '#modules/accounts/shapes.ts';
import type { CatalogueField, Offer, Prices } from '#modules/catalogue/shapes.ts';
import type { OrderPiece, WholeOrder } from '#modules/orders/pieces/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { dropDraft, readDraft, saveDraft } from '#ui/browser/draft-store.ts';
import { getItem, getSessionStore, setItem } from '#ui/browser/storage.ts';
import { Button } from '#ui/display/button.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import { usePage } from '#ui/page/context.ts';
import type { HistoryData } from '#ui/page/data.ts';
import { href } from '../../../../pages.ts';
import { KitChoicePlace, KitSavePlace } from '../../brief/brand-kits/slots.tsx';
import { computeQuantity, type DraftAnswers, groupQuestions, needsPlatform } from '../../brief/brief.ts';
import form from '../../brief/brief-form.module.css';
import { BriefAdvicePlace, BriefNotice, BriefSection } from '../../brief/brief-sections.tsx';
import { PlatformChoice } from '../../brief/offer-picker.tsx';
import { copyAnswers, createPieceBrief, getPieceDraftKey, toPieceError } from '../../brief/piece-brief.ts';
import { BriefField } from '../../brief/questions/question.tsx';
import { listLabels, useBrief } from '../../brief/use-brief.ts';
import { formatPieceTitle } from '../order-names.ts';
import css from './piece-list.module.css';

export type PieceFormProps = {
  readonly piece: OrderPiece;
  readonly order: WholeOrder;
  readonly prices: Prices;
  readonly orderId: string;
  readonly names: HistoryData;
  readonly onTaken: (fresh: WholeOrder) => Promise<void>;
  /** Drafts of other pieces have changed. */
  readonly copied: () => void;
};

export function PieceForm(props: PieceFormProps) {
  const { piece, prices, order } = props;
  const offer = prices.offers.find(({ id }) => id === piece.offerId);
  if (offer) return <Questions {...props} offer={offer} />;
  return (
    <p>
      <Trans>
        This brief is no longer available here. <a href={`${href('contact')}?order=${order.number}`}>Write to us</a> and you’ll still get
        the piece.
      </Trans>
    </p>
  );
}

type Props = PieceFormProps & { readonly offer: Offer };

function Questions(props: Props) {
  const { piece, order, prices, names, offer, copied } = props;
  const sections = useMemo(() => groupQuestions(offer.fields, prices.offers), [offer, prices]);
  const [kits, setKits] = useState<readonly BrandKit[]>();
  const { brief, errors, hidden, pick, give, swap, summary, stops, busy, props: tied } = usePiece(props, sections);
  // Checking a long text is slow, so it is deferred and does not block typing.
  const later = useDeferredValue(brief.given);
  const kit = { offer, answers: later, kits, setKits, swap };
  const draw = (question: CatalogueField) =>
    hidden.has(question.name) ? null : (
      <BriefField
        key={question.name}
        question={question}
        value={brief.given[question.name] ?? ''}
        errors={errors.get(question.name)}
        give={give}
      />
    );
  const others = order.pieces.filter(({ id, state }) => state === 'waiting' && id !== piece.id);
  return (
    <form className={form.form} {...tied}>
      <BriefNotice summary={summary} service={formatPieceTitle(piece, names)} fields={offer.fields} stops={stops} answers={brief.given} />
      {piece.quantity > 1 && offer.maxQuantity > 1 ? <Measured answers={later} offer={offer} bought={piece.quantity} /> : null}
      {needsPlatform(offer) ? (
        <PlatformChoice
          offer={offer}
          platforms={withoutSurcharges(prices.platformTypes)}
          value={brief.platform}
          errors={errors.get('platform')}
          pick={pick}
        />
      ) : null}
      <BriefSection title={<Trans>About this piece</Trans>}>{sections.work.map(draw)}</BriefSection>
      <BriefSection title={piece.share === null ? <Trans>Common to all pieces</Trans> : <Trans>About this piece</Trans>}>
        {[
          <KitChoicePlace key="fill" {...kit} />,
          ...sections.common.map(draw),
          <KitSavePlace key="kit" {...kit} />,
          others.length > 0 ? <ForOthers key="others" {...{ others, prices, order, offer, copied }} answers={brief.given} /> : null,
        ]}
      </BriefSection>
      <BriefSection title={<Trans>Before we start</Trans>}>{sections.last.map(draw)}</BriefSection>
      <BriefAdvicePlace fields={offer.fields} hidden={hidden} answers={later} />
      <p>
        <Button text={<Trans>Send brief</Trans>} look="main" type="submit" busy={busy} />
      </p>
    </form>
  );
}

/** In a bundle all platforms cost the same. */
const withoutSurcharges = (platforms: Props['prices']['platformTypes']) => platforms.map((each) => ({ ...each, surchargePercent: 0 }));

function usePiece({ piece, order, prices, orderId, offer, onTaken }: Props, sections: ReturnType<typeof groupQuestions>) {
  const { t } = useLingui();
  const draft = getPieceDraftKey(piece.id);
  const [platforms] = useState(() => withoutSurcharges(prices.platformTypes));
  return useBrief({
    platforms,
    draft: useMemo(
      () => ({
        read: () => undefined,
        write: (brief) => saveDraft(draft, () => JSON.stringify(brief)),
        clear: () => dropDraft(draft),
      }),
      [draft],
    ),
    findOffer: () => offer,
    labels: new Map([['platform', t`Platform`], ...listLabels([...sections.work, ...sections.common, ...sections.last])]),
    first: () => createPieceBrief(readDraft(draft), order.answers, offer),
    send(brief, answers) {
      const platform = needsPlatform(offer) ? Number(brief.platform) : null;
      return call('POST /api/orders/brief', { orderId, pieces: [{ id: piece.id, platform, answers }] }).catch((cause: unknown) => {
        throw cause instanceof ApiError ? toPieceError(cause, brief.given) : cause;
      });
    },
    onDone: onTaken,
  });
}

/** A text may be shorter than the length bought. */
function Measured({ answers, offer, bought }: { answers: DraftAnswers; offer: Offer; bought: number }) {
  const used = Number(useMemo(() => computeQuantity({ given: answers }, offer), [answers, offer]));
  const { locale } = usePage();
  const formatWords = (units: number) => (units * WORDS_OF_A_UNIT).toLocaleString(getLanguage(locale).intl);
  const [words, usedWords, restWords] = [formatWords(bought), formatWords(used), formatWords(Math.max(0, bought - used))];
  return (
    <p className={css.measured}>
      <Trans>
        You have {words} words. This text uses {usedWords} (rounded up to the next thousand); {restWords} remain.
      </Trans>
    </p>
  );
}

type OthersProps = Pick<Props, 'prices' | 'order' | 'offer' | 'copied'> & {
  readonly others: Props['order']['pieces'];
  readonly answers: DraftAnswers;
};

/**
 * Copies the answers to the other pieces that are not submitted yet: all to the same offer, else those about
 * the brand.
 */
function ForOthers({ others, prices, order, offer, copied, answers }: OthersProps) {
  const { t } = useLingui();
  const count = others.length;
  function copy(): void {
    const before = others.map(({ id }) => [getPieceDraftKey(id), getItem(getPieceDraftKey(id), getSessionStore) ?? null] as const);
    const restore = () => {
      for (const [key, text] of before) setItem(key, text, getSessionStore);
      copied();
    };
    for (const { id, offerId } of others) {
      const own = prices.offers.find((each) => each.id === offerId);
      const key = getPieceDraftKey(id);
      if (own)
        setItem(
          key,
          JSON.stringify(
            copyAnswers(answers, createPieceBrief(getItem(key, getSessionStore), order.answers, own), { from: offer, to: own }),
          ),
          getSessionStore,
        );
    }
    copied();
    showToast({
      text: t`${plural(count, { one: 'Copied to # other piece.', other: 'Copied to # other pieces.' })}`,
      act: { label: t`Undo`, run: restore },
    });
  }
  return (
    <p>
      <Button text={<Plural value={count} one="Copy to the other piece" other="Copy to the other # pieces" />} onClick={copy} />
    </p>
  );
}
