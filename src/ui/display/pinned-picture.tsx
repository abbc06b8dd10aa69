// A picture with numbered pins. Positions are fractions of its width and height.
import type { ReactNode } from 'react';
import css from './pinned-picture.module.css';
import './tokens.css';

export type ShownPin = {
  readonly number: number;
  readonly x: number;
  readonly y: number;
  /** For screen readers: "Pin 2 of 3: more space". */
  readonly label: string;
  readonly isCurrent?: boolean;
  /** Absent: the pin is not a button. */
  readonly open?: () => void;
};

type Props = {
  readonly address: string;
  /** The name of the file. */
  readonly alt: string;
  readonly pins: readonly ShownPin[];
  /** Between the picture and its pins. */
  readonly children?: ReactNode;
  /** The file is not a picture that this browser can show. */
  readonly onBroken: () => void;
};

export const PinnedPicture = ({ address, alt, pins, children, onBroken }: Props) => (
  <div className={css.picture} data-vector={/\.svg$/i.test(alt) ? '' : undefined}>
    <img src={address} alt={alt} onError={onBroken} />
    {children}
    {pins.map((pin) => (
      <Pin key={pin.number} {...pin} />
    ))}
  </div>
);

function Pin({ number, x, y, label, isCurrent, open }: ShownPin) {
  const look = { className: css.pin, style: { left: formatPercent(x), top: formatPercent(y) }, 'data-current': isCurrent ? '' : undefined };
  return open ? (
    <button type="button" {...look} aria-label={label} onClick={open}>
      {number}
    </button>
  ) : (
    <span {...look} role="img" aria-label={label}>
      {number}
    </span>
  );
}

export const formatPercent = (fraction: number): string => `${fraction * 100}%`;
