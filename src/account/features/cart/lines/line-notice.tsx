// Shows what changed in a cart line since it was added, with actions. Lazy, because most lines do not need
// it.

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { showMoney } from '#lib/money/money.ts';
import type { CatalogueField, PlatformType } from '#modules/catalogue/shapes.ts';
import type { CartLine } from '#ui/browser/cart-store.ts';
import { formatPlatform } from '#ui/catalogue/platform-label.ts';
import { Button } from '#ui/display/button.tsx';
import { createLazyPart } from '#ui/display/lazy.tsx';
import input from '#ui/forms/field.module.css';
import { usePage } from '#ui/page/context.ts';
import type { PolicyViolationNotice } from '../../brief/advice/ask-support.tsx';
import type { CartLineCheck, LineNotice } from './check-lines.ts';
import css from './line-item.module.css';

const AskPerson = createLazyPart(() => import('../../brief/advice/ask-support.tsx').then(({ AskPerson }) => AskPerson));

export type LineNoticeProps = {
  readonly index: number;
  readonly each: CartLineCheck;
  /** The name of its service. */
  readonly name: string;
  readonly platforms: readonly PlatformType[];
  /** Server errors of this line. */
  readonly errors: readonly (readonly [asked: string, texts: readonly string[]])[];
  /** Without an argument, the line is accepted as it is now. */
  readonly change: (more: Partial<CartLine>) => void;
};

export function LineChanges({ index, each, name, platforms, errors, change }: LineNoticeProps) {
  const { t } = useLingui();
  const { words, open } = each;
  const stopped = errors.flatMap(([answerPath]) => findStopped(answerPath, each));
  const agree = () => {
    change({});
    document.getElementById(`cart-line-${index}`)?.focus();
  };
  return (
    <>
      {words.length === 0 ? null : (
        <div className={css.told}>
          <div>
            {words.map((word) => (
              <p key={word.what === 'addOn' ? word.name : word.what}>
                <NoticeText word={word} />
              </p>
            ))}
          </div>
          <Button text={t({ message: 'OK', context: 'agreeing to a change' })} small onClick={agree} />
        </div>
      )}
      {open?.what === 'gone' ? <LineError>{t`No longer available in this currency. Remove it.`}</LineError> : null}
      {open?.what === 'brief' ? (
        <LineError>
          {t`Complete the brief:`} {open.missing.join(t({ message: ', ', comment: 'Between the questions of a brief' }))}
        </LineError>
      ) : null}
      {open?.what === 'platform' ? <Choice each={each} platforms={platforms} change={change} /> : null}
      {errors.map(([answerPath, texts]) => (
        <LineError key={answerPath}>{joinWithLabel(findField(answerPath, each)?.label, texts)}</LineError>
      ))}
      {stopped.length > 0 ? <AskPerson service={name} stopped={stopped} /> : null}
    </>
  );
}

const LineError = ({ children }: { children: ReactNode }) => <p className={css.wrong}>{children}</p>;

function NoticeText({ word }: { word: LineNotice }) {
  const { locale } = usePage();
  if (word.what === 'quantity') {
    const { was, now } = word;
    return (
      <Trans>
        The most you can order now is different: quantity changed from {was} to {now}.
      </Trans>
    );
  }
  if (word.what === 'addOn') {
    const { name, now } = word;
    if (now === 0) return <Trans>“{name}” is no longer offered with this and was removed.</Trans>;
    return (
      <Trans>
        The most you can add of “{name}” is now {now}.
      </Trans>
    );
  }
  if (word.what === 'noPlatform') return <Trans>This service no longer needs a platform.</Trans>;
  const now = showMoney(word.now, locale);
  const was = word.was && showMoney(word.was, locale);
  if (word.what === 'price')
    return (
      <Trans>
        The price has changed from {was} to {now}.
      </Trans>
    );
  if (was === undefined) return <Trans>New currency: the price is {now}.</Trans>;
  return (
    <Trans>
      New currency: the price was {was} and is now {now}.
    </Trans>
  );
}

function Choice({ each: { offer }, platforms, change }: Pick<LineNoticeProps, 'each' | 'platforms' | 'change'>) {
  const { t } = useLingui();
  const { locale } = usePage();
  const id = useId();
  const offered = platforms.filter(({ platform }) => offer?.platforms.includes(platform));
  return (
    <div className={css.choice}>
      <label htmlFor={id}>{t`This platform is no longer offered. Choose another:`}</label>
      <select id={id} className={input.input} value="" onChange={(event) => change({ platform: Number(event.target.value) })}>
        <option value="" disabled>
          {t`Choose…`}
        </option>
        {offered.map(({ platform, name, surchargePercent }) => (
          <option key={platform} value={platform}>
            {formatPlatform({ name, surchargePercent }, locale)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The question of an answer. */
const findField = (answerPath: string, { offer }: CartLineCheck): CatalogueField | undefined =>
  offer?.fields.find(({ name }) => name === answerPath.replace(/^\.answers\./, '').split(/[.[]/)[0]);

/** The policy check may have misread free text. */
const writtenKinds: readonly CatalogueField['kind'][] = ['text', 'longText', 'texts'];

function findStopped(answerPath: string, each: CartLineCheck): PolicyViolationNotice[] {
  const field = findField(answerPath, each);
  if (!field || !writtenKinds.includes(field.kind)) return [];
  return [{ name: field.name, question: field.label, text: [each.line.answers[field.name] ?? ''].flat().join('\n') }];
}

const joinWithLabel = (label: string | undefined, texts: readonly string[]): string =>
  label ? `${label}: ${texts.join(' ')}` : texts.join(' ');
