// A delivered picture: a click, a tap or the keyboard's crosshair places a pin with a comment.
import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type MouseEvent, useCallback, useId, useState } from 'react';
import { findMedia } from '#lib/file-media.ts';
import { download } from '#ui/api/download.ts';
import { formatPercent, PinnedPicture, type ShownPin } from '#ui/display/pinned-picture.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { useBlobAddress } from '#ui/hooks/use-blob-address.ts';
import { isWritten, type Revision } from '../review/use-revision.ts';
import type { Delivery } from '../types.ts';
import { LoadFailed } from './load-failed.tsx';
import css from './media.module.css';
import '#ui/display/tokens.css';
import { PinCards } from './pin-cards.tsx';
import { getSurfaceId, pinKey } from './pin-key.ts';

type RequestedPins = NonNullable<Delivery['revision']>['pins'];

type Props = {
  readonly file: Delivery['files'][number];
  readonly requested: RequestedPins;
  readonly revision: Revision | undefined;
};

export function DeliveredPicture({ file: { id, name }, requested, revision }: Props) {
  const { t } = useLingui();
  const load = useCallback(() => download('GET /api/orders/delivery-file', { id }), [id]);
  const { address, failed, again } = useBlobAddress(load, findMedia(name)?.type ?? '');
  const [isBroken, setIsBroken] = useState(false);
  const all = revision?.pins ?? requested;
  const formatLabel = (number: number, note: string): string =>
    note.trim() ? t`Pin ${number} of ${all.length}: ${note}` : t`Pin ${number} of ${all.length}`;
  const pins = all.flatMap((pin, index): ShownPin[] =>
    pin.fileId === id
      ? [
          {
            number: index + 1,
            x: pin.x,
            y: pin.y,
            label: formatLabel(index + 1, pin.note),
            ...(revision ? { isCurrent: revision.current === pinKey(pin), open: () => revision.open(pinKey(pin)) } : {}),
          },
        ]
      : [],
  );
  return (
    <figure className={css.figure}>
      <figcaption>
        <bdi>{name}</bdi>
        {revision && address && !isBroken ? <p>{t`Tap or click the picture to comment on it.`}</p> : null}
      </figcaption>
      {failed ? (
        <LoadFailed again={again} />
      ) : isBroken ? (
        <p>{t`This browser can’t show it. Download it instead.`}</p>
      ) : address ? (
        <div className={css.beside}>
          <PinnedPicture address={address} alt={name} pins={pins} onBroken={() => setIsBroken(true)}>
            {revision ? <Surface fileId={id} name={name} revision={revision} /> : null}
          </PinnedPicture>
          {revision ? <PinCards fileId={id} revision={revision} /> : null}
        </div>
      ) : (
        <Skeleton shape="card" count={1} />
      )}
    </figure>
  );
}

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const STEP = 0.02;
const LARGE_STEP = 0.1;
const clampFraction = (fraction: number): number => Math.min(1, Math.max(0, Math.round(fraction * 10_000) / 10_000));

type SurfaceProps = { readonly fileId: string; readonly name: string; readonly revision: Revision };

/** Covers the picture. Its crosshair is shown while it has the focus of a keyboard. */
function Surface({ fileId, name, revision: { pins, setPins, open } }: SurfaceProps) {
  const { t } = useLingui();
  const help = useId();
  const [cross, setCross] = useState({ x: 0.5, y: 0.5 });
  const [aloud, setAloud] = useState('');
  const move = (event: KeyboardEvent) => {
    const direction = arrows[event.key];
    if (!direction) return;
    event.preventDefault();
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const next = { x: clampFraction(cross.x + direction[0] * step), y: clampFraction(cross.y + direction[1] * step) };
    setCross(next);
    const [left, top] = [Math.round(next.x * 100), Math.round(next.y * 100)];
    setAloud(t`${left}% from the left, ${top}% from the top`);
  };
  const place = ({ detail, clientX, clientY, currentTarget }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    // A click without a pointer comes from the keyboard or a screen reader.
    const at = detail === 0 ? cross : { x: clampFraction((clientX - left) / width), y: clampFraction((clientY - top) / height) };
    const pin = { fileId, ...at, note: '' };
    if (pins.every((each) => pinKey(each) !== pinKey(pin))) setPins([...pins.filter(isWritten), pin]);
    open(pinKey(pin));
  };
  return (
    <>
      <button
        type="button"
        id={getSurfaceId(fileId)}
        className={css.surface}
        aria-label={t`Comment on the picture “${name}”`}
        aria-describedby={help}
        onKeyDown={move}
        onClick={place}
      >
        <span className={css.cross} style={{ left: formatPercent(cross.x), top: formatPercent(cross.y) }} aria-hidden="true" />
      </button>
      <span id={help} className="unseen">
        {t`Move the crosshair with the arrow keys, further with Shift. Enter places a pin.`}
      </span>
      <span role="status" className="unseen">
        {aloud}
      </span>
    </>
  );
}
