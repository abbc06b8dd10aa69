// What a page can show of a delivery's files: pictures with their pins, videos, recordings, and what is in a
// ZIP.

import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { sizeIn } from '#lib/byte-size.ts';
import { findMedia } from '#lib/file-media.ts';
import { download } from '#ui/api/download.ts';
import { Button } from '#ui/display/button.tsx';
import { UserText } from '#ui/display/user-text.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { useBlobAddress } from '#ui/hooks/use-blob-address.ts';
import { usePage } from '#ui/page/context.ts';
import fold from '#ui/styles/fold.module.css';
import type { Revision } from '../review/use-revision.ts';
import type { Delivery } from '../types.ts';
import { LoadFailed } from './load-failed.tsx';
import css from './media.module.css';
import { DeliveredPicture } from './picture.tsx';

type DeliveredFile = Delivery['files'][number];

/** `revision`: the one that is being written; absent if the delivery waits for nothing. */
type Props = { readonly delivery: Pick<Delivery, 'files' | 'revision'>; readonly revision: Revision | undefined };

export function DeliveryMedia({ delivery: { files, revision: requested }, revision }: Props) {
  return (
    <div className={css.media}>
      {files.map((file) => {
        const kind = findMedia(file.name)?.kind;
        if (kind === 'picture') return <DeliveredPicture key={file.id} file={file} requested={requested?.pins ?? []} revision={revision} />;
        if (kind) return <Recording key={file.id} file={file} kind={kind} />;
        return file.entries ? <Archive key={file.id} file={file} entries={file.entries} /> : null;
      })}
    </div>
  );
}

type RecordingProps = { readonly file: DeliveredFile; readonly kind: 'video' | 'audio' };

/** Loaded when it is wanted, because it is large. */
function Recording({ file, kind }: RecordingProps) {
  const { locale } = usePage();
  const [isWanted, setIsWanted] = useState(false);
  return (
    <figure className={css.figure}>
      <figcaption>
        <bdi>{file.name}</bdi>
      </figcaption>
      {isWanted ? (
        <Player file={file} kind={kind} />
      ) : (
        <Button
          text={
            kind === 'video' ? (
              <Trans>Load video ({sizeIn(locale, file.bytes)})</Trans>
            ) : (
              <Trans>Load audio ({sizeIn(locale, file.bytes)})</Trans>
            )
          }
          className={css.load}
          onClick={() => setIsWanted(true)}
        />
      )}
    </figure>
  );
}

function Player({ file: { id, name }, kind }: RecordingProps) {
  const { t } = useLingui();
  const load = useCallback(() => download('GET /api/orders/delivery-file', { id }), [id]);
  const { address, failed, again } = useBlobAddress(load, findMedia(name)?.type ?? '');
  const [isBroken, setIsBroken] = useState(false);
  if (failed) return <LoadFailed again={again} />;
  if (isBroken) return <p>{t`This browser can’t show it. Download it instead.`}</p>;
  if (!address) return <Skeleton shape="card" count={1} />;
  const shown = { src: address, 'aria-label': name, controls: true, onError: () => setIsBroken(true) };
  // Captions are part of what is delivered, or a file of their own.
  return kind === 'video' ? <video className={css.video} playsInline {...shown} /> : <audio className={css.audio} {...shown} />;
}

function Archive({ file, entries }: { readonly file: DeliveredFile; readonly entries: NonNullable<DeliveredFile['entries']> }) {
  const { locale } = usePage();
  return (
    <details className={fold.fold}>
      <summary>
        <Trans>
          In <UserText text={file.name} /> ({entries.length})
        </Trans>
      </summary>
      <ul className={css.entries}>
        {entries.map(({ name, bytes }) => (
          <li key={name}>
            <bdi>{name}</bdi> <small>{sizeIn(locale, bytes)}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}
