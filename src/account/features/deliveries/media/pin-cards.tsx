// The comments of a picture's pins, beside it or below it.

import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Button } from '#ui/display/button.tsx';
import field from '#ui/forms/field.module.css';
import review from '../review/review.module.css';
import type { Pin, Revision } from '../review/use-revision.ts';
import css from './media.module.css';
import { pinKey, surfaceId } from './pin-key.ts';

const NOTE_CHARS = 1_000;

type Props = { readonly fileId: string; readonly revision: Revision };

export function PinCards({ fileId, revision }: Props) {
  return (
    <ol className={css.notes}>
      {revision.pins.map((pin, index) =>
        pin.fileId === fileId ? (
          <li key={pinKey(pin)}>
            <PinCard pin={pin} number={index + 1} revision={revision} />
          </li>
        ) : null,
      )}
    </ol>
  );
}

type CardProps = { readonly pin: Pin; readonly number: number; readonly revision: Revision };

function PinCard({ pin, number, revision: { pins, setPins, current, open } }: CardProps) {
  const { t } = useLingui();
  const area = useRef<HTMLTextAreaElement>(null);
  const isCurrent = current === pinKey(pin);
  useEffect(() => {
    if (isCurrent) area.current?.focus();
  }, [isCurrent]);
  const others = pins.filter((each) => each !== pin);
  const leave = () => document.getElementById(surfaceId(pin.fileId))?.focus();
  const remove = () => {
    open(undefined);
    setPins(others);
    leave();
  };
  const leaveOnEscape = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key !== 'Escape' || nativeEvent.isComposing) return;
    if (pin.note.trim() === '') remove();
    else leave();
  };
  return (
    <div className={review.note} data-current={isCurrent ? '' : undefined}>
      <strong className={css.number}>{t`Pin ${number}`}</strong>
      <textarea
        ref={area}
        className={field.input}
        rows={2}
        maxLength={NOTE_CHARS}
        aria-label={t`Comment on pin ${number} of ${pins.length}`}
        placeholder={t`What should we change?`}
        value={pin.note}
        onFocus={() => open(pinKey(pin))}
        onBlur={() => open(undefined)}
        onKeyDown={leaveOnEscape}
        onChange={({ target }) => setPins(pins.map((each) => (each === pin ? { ...pin, note: target.value } : each)))}
      />
      <p>
        <Button text={t`Remove`} small aria-label={t`Remove pin ${number}`} onClick={remove} />
      </p>
    </div>
  );
}
