// Download buttons of a delivery and its files.

import { useLingui } from '@lingui/react/macro';
import { ApiError } from '#ui/api/api-error.ts';
import type { FileCall } from '#ui/api/download.ts';
import { saveDownload } from '#ui/api/save-download.ts';
import { Button } from '#ui/display/button.tsx';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import type { Sent } from '../../../api.ts';
import css from './deliveries.module.css';
import { isOnlyFiles } from './media/media-of.tsx';
import type { Delivery } from './types.ts';

const kinds = [
  ['md', 'Markdown'],
  ['docx', 'Word (docx)'],
  ['pdf', 'PDF'],
  ['zip', 'ZIP'],
] as const;

/** Those of plugins come last. A delivery without a text has only its files and links. */
const listKinds = ({ formats = [], ...delivery }: Delivery): readonly (readonly [as: string, shown: string])[] =>
  isOnlyFiles(delivery) ? kinds.slice(-1) : [...kinds, ...formats.map(({ as, label }) => [as, label] as const)];

export const takeAwayId = (deliveryId: string): string => `take-away-${deliveryId}`;

export function TakeAway({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useLingui();
  const { id, version, passport, files, links, acceptedAt } = delivery;
  const { busy, failure, run } = useMutation(ApiError);
  const save =
    <C extends FileCall>(file: string, name: C, input: Sent<C>) =>
    () =>
      void run(() => saveDownload(file, name, input));
  const name = `${passport.order}-${passport.piece}-v${version}`;
  return (
    <div id={takeAwayId(id)} className={css.take}>
      <h2>{t`Download`}</h2>
      <div className={css.row}>
        {acceptedAt && files.length + links.length > 0 ? (
          <Button
            text={t`All final files (ZIP)`}
            look="main"
            small
            busy={busy}
            onClick={save(`${passport.order}-${passport.piece}-final-files.zip`, 'GET /api/orders/hand-over', { id })}
          />
        ) : null}
        {listKinds(delivery).map(([as, shown]) => (
          <Button key={as} text={shown} small busy={busy} onClick={save(`${name}.${as}`, 'GET /api/orders/take-away', { id, as })} />
        ))}
        {files.map((file) => (
          <Button
            key={file.id}
            text={<bdi>{file.name}</bdi>}
            small
            busy={busy}
            onClick={save(file.name, 'GET /api/orders/delivery-file', { id: file.id })}
          />
        ))}
      </div>
      <FieldErrorText error={failure} />
    </div>
  );
}
