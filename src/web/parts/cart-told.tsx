// What has become of a line since it was put into the cart, in words and with what can be done about it.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { showMoney } from '../../lib/money.ts';
import type { PlatformType } from '../../rooms/catalogue/shapes.ts';
import type { CartLine } from '../cart.ts';
import type { CheckedLine, Word } from '../cart-lines.ts';
import type { Refused } from '../refused.ts';
import button from '../ui/button.module.css';
import field from '../ui/field.module.css';
import { useVisit } from '../visit.ts';
import css from './cart-line.module.css';

type Props = {
  readonly index: number;
  readonly each: CheckedLine;
  readonly platforms: readonly PlatformType[];
  readonly refused: Refused | undefined;
  /** With nothing, it is kept as it is now. */
  readonly change: (more: Partial<CartLine>) => void;
};

export function LineTold({ index, each, platforms, refused, change }: Props) {
  const { t } = useLingui();
  const { words, open } = each;
  const agree = () => {
    change({});
    document.getElementById(`cart-line-${index}`)?.focus();
  };
  return (
    <div role="status">
      {words.length === 0 ? null : (
        <div className={css.told}>
          <div>
            {words.map((word) => (
              <p key={word.what}>
                <Said word={word} />
              </p>
            ))}
          </div>
          <button type="button" className={`${button.quiet} ${button.small}`} onClick={agree}>
            <Trans context="agreeing to a change">OK</Trans>
          </button>
        </div>
      )}
      {open?.what === 'gone' ? (
        <Wrong>
          <Trans>This is not offered any more, or not in this currency. It costs nothing here and cannot be ordered.</Trans>
        </Wrong>
      ) : null}
      {open?.what === 'brief' ? (
        <Wrong>
          {t`The brief is not complete. Missing:`} {open.missing.join(t({ message: ', ', comment: 'Between the questions of a brief' }))}
        </Wrong>
      ) : null}
      {open?.what === 'platform' ? <Choice each={each} platforms={platforms} change={change} /> : null}
      {refusalsOf(refused, index, each).map((text) => (
        <Wrong key={text}>{text}</Wrong>
      ))}
    </div>
  );
}

const Wrong = ({ children }: { children: ReactNode }) => <p className={css.wrong}>{children}</p>;

function Said({ word }: { word: Word }) {
  const { locale } = useVisit();
  if (word.what === 'quantity') {
    const { was, now } = word;
    return (
      <Trans>
        A quantity of {was} cannot be ordered any more; it is {now} now.
      </Trans>
    );
  }
  if (word.what === 'noPlatform') return <Trans>No platform is asked for any more, so the line has none now.</Trans>;
  const now = showMoney(word.now, locale);
  const was = word.was && showMoney(word.was, locale);
  if (word.what === 'price')
    return (
      <Trans>
        The price has changed: <del>{was}</del> <ins>{now}</ins>
      </Trans>
    );
  if (was === undefined) return <Trans>It was put here in another currency. Its price in this one is {now}.</Trans>;
  return (
    <Trans>
      It was put here in another currency, for {was}. Prices are never converted; its price in this one is {now}.
    </Trans>
  );
}

function Choice({ each: { offer }, platforms, change }: Pick<Props, 'each' | 'platforms' | 'change'>) {
  const id = useId();
  const offered = platforms.filter(({ platform }) => offer?.platforms.includes(platform));
  return (
    <div className={css.choice}>
      <label htmlFor={id}>
        <Trans>The platform of this line is not offered any more. Choose another one:</Trans>
      </label>
      <select id={id} className={field.input} value="" onChange={(event) => change({ platform: Number(event.target.value) })}>
        <option value="" disabled />
        {offered.map(({ platform, name, surchargePercent }) => (
          <option key={platform} value={platform}>
            {surchargePercent > 0 ? `${name} (+${surchargePercent} %)` : name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** What the server says of this line, with the question that it is about. */
function refusalsOf(refused: Refused | undefined, index: number, { offer }: CheckedLine): readonly string[] {
  const line = `orderFormData[${index}]`;
  return Object.entries(refused?.errors ?? {}).flatMap(([name, texts]) => {
    if (name !== line && !name.startsWith(`${line}.`)) return [];
    const asked = name.slice(line.length).replace(/^\.answers\./, '');
    const label = offer?.fields.find((each) => each.name === asked.split(/[.[]/)[0])?.label;
    return texts.map((text) => (label ? `${label}: ${text}` : text));
  });
}
