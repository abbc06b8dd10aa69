// Name and lowest price of a service, as cards and the list of services show them.
import { Trans } from '@lingui/react/macro';
import { Fragment } from 'react';
import { useMoney } from '../page/context.ts';
import type { ServiceCard } from '../page/data.ts';
import { AboutTurnaround } from './turnaround-text.tsx';

/** Parts of Japanese names in katakana, which browsers do not break between words. */
const PARTS =
  /(?<=グロース|ブランド|オーソリティ|エンタープライズ|エクスパンション|クイック|キャッチー|コンテンツ|ハッシュタグ|ソーシャル|ビルダー)(?!$)/u;

/** With a possible line break between the words of a name that has no spaces. */
export const ServiceName = ({ name }: { name: string }) =>
  name.split(PARTS).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: texts without state.
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));

/** As in "from €29". */
export function PriceFrom({ card: { from, isOnlyPrice, interval } }: { card: Pick<ServiceCard, 'from' | 'isOnlyPrice' | 'interval'> }) {
  const money = useMoney();
  if (from === undefined) return null;
  const price = money(from, 'ifAny');
  if (interval === 'month') return <Trans>{price} a month</Trans>;
  return isOnlyPrice ? price : <Trans>from {price}</Trans>;
}

type FromPriceProps = {
  readonly card: Pick<ServiceCard, 'from' | 'isOnlyPrice' | 'isInstant' | 'turnaround' | 'interval'>;
  readonly className: string | undefined;
};

export function FromPrice({ card, className }: FromPriceProps) {
  return (
    <span className={className}>
      <b>
        <PriceFrom card={card} />
      </b>
      <span>{card.isInstant ? <Trans>in a minute</Trans> : <AboutTurnaround turnaround={card.turnaround} />}</span>
    </span>
  );
}
