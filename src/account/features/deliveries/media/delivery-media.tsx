// What a page can show of a delivery's files: pictures with their pins, films and recordings, and
// what is in a ZIP.

import { Trans } from '@lingui/react/macro';
import { formatByteSize } from '#lib/byte-size.ts';
import { findMedia } from '#lib/file-media.ts';
import { UserText } from '#ui/display/user-text.tsx';
import { usePage } from '#ui/page/context.ts';
import fold from '#ui/styles/fold.module.css';
import type { Revision } from '../review/use-revision.ts';
import type { Delivery } from '../types.ts';
import css from './media.module.css';
import { DeliveredPicture } from './picture.tsx';
import { Recording } from './recording.tsx';

type DeliveredFile = Delivery['files'][number];

/** `revision`: the one that is being written; absent if the delivery waits for nothing. */
type Props = { readonly delivery: Pick<Delivery, 'files' | 'revision'>; readonly revision: Revision | undefined };

export function DeliveryMedia({ delivery: { files, revision: requested }, revision }: Props) {
  return (
    <div className={css.media}>
      {files.map((file) => {
        const kind = findMedia(file.name)?.kind;
        if (kind === 'picture') return <DeliveredPicture key={file.id} file={file} requested={requested?.pins ?? []} revision={revision} />;
        if (kind) return <Recording key={file.id} {...{ file, kind, revision }} />;
        return file.entries ? <Archive key={file.id} file={file} entries={file.entries} /> : null;
      })}
    </div>
  );
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
            <bdi>{name}</bdi> <small>{formatByteSize(locale, bytes)}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}
