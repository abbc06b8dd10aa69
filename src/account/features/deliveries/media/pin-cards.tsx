// The comments of a picture's pins, beside it or below it.
import { useLingui } from '@lingui/react/macro';
import type { Revision } from '../review/use-revision.ts';
import css from './media.module.css';
import { NoteCard } from './note-card.tsx';
import { getSurfaceId, pinKey } from './pin-key.ts';

type Props = { readonly fileId: string; readonly revision: Revision };

export function PinCards({ fileId, revision }: Props) {
  const { t } = useLingui();
  const { pins, setPins } = revision;
  return (
    <ol className={css.notes}>
      {pins.map((pin, index) => {
        const number = index + 1;
        return pin.fileId === fileId ? (
          <li key={pinKey(pin)}>
            <NoteCard
              id={pinKey(pin)}
              head={<strong>{t`Pin ${number}`}</strong>}
              note={pin.note}
              label={t`Comment on pin ${number} of ${pins.length}`}
              removeLabel={t`Remove pin ${number}`}
              revision={revision}
              write={(note) => setPins(pins.map((each) => (each === pin ? { ...pin, note } : each)))}
              remove={() => setPins(pins.filter((each) => each !== pin))}
              leave={() => document.getElementById(getSurfaceId(fileId))?.focus()}
            />
          </li>
        ) : null;
      })}
    </ol>
  );
}
