// Pictures of a delivery with the customer's pins, its videos and its recordings. In a chunk of its own: most
// deliveries are texts.

import { useCallback, useEffect, useRef, useState } from 'react';
import { findMedia } from '#lib/file-media.ts';
import type { DeskPiece } from '#modules/fulfilment/desk/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { PinnedPicture } from '#ui/display/pinned-picture.tsx';
import { Player } from '#ui/display/player.tsx';
import { useBlobAddress } from '#ui/hooks/use-blob-address.ts';
import { getAddress } from '../../shared/api/client.ts';
import styles from './piece-media.module.css';

type Delivery = DeskPiece['deliveries'][number];
type PieceFile = Delivery['files'][number];
type Props = { readonly pieceId: string; readonly delivery: Pick<Delivery, 'files' | 'revision'> };

export function PieceMedia({ pieceId, delivery: { files, revision } }: Props) {
  return (
    <div className={styles.media}>
      {files.map((file) => {
        const kind = findMedia(file.name)?.kind;
        if (file.entries) return <ArchiveList key={file.id} name={file.name} entries={file.entries} />;
        return kind ? <MediaFile key={file.id} {...{ pieceId, file, kind }} pins={revision?.pins ?? []} /> : null;
      })}
    </div>
  );
}

type ArchiveProps = { readonly name: string; readonly entries: NonNullable<PieceFile['entries']> };

const ArchiveList = ({ name, entries }: ArchiveProps) => (
  <details>
    <summary>
      In {name} ({entries.length})
    </summary>
    <ul className={styles.entries}>
      {entries.map((entry) => (
        <li key={entry.name}>{entry.name}</li>
      ))}
    </ul>
  </details>
);

type MediaProps = {
  readonly pieceId: string;
  readonly file: PieceFile;
  readonly kind: 'picture' | 'video' | 'audio';
  readonly pins: NonNullable<Delivery['revision']>['pins'];
};

/** A picture is loaded when it is scrolled to. */
function MediaFile({ pieceId, file: { id, name }, kind, pins }: MediaProps) {
  const [isWanted, setIsWanted] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (kind !== 'picture' || !place.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsWanted(true));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [kind]);
  const address = getAddress('GET /api/piece/file', { pieceId, fileId: id });
  const onBroken = () => setIsBroken(true);
  return (
    <figure ref={place} className={styles.figure}>
      <figcaption className="soft">{name}</figcaption>
      {isBroken ? (
        <p>This browser can’t show it. Download it instead.</p>
      ) : kind !== 'picture' ? (
        <Player {...{ fileId: id, name, kind, address, onBroken }} />
      ) : isWanted ? (
        <LoadedPicture {...{ id, name, address, pins, onBroken }} />
      ) : null}
    </figure>
  );
}

type PictureProps = Pick<MediaProps, 'pins'> & Pick<PieceFile, 'id' | 'name'> & { readonly address: string; readonly onBroken: () => void };

function LoadedPicture({ id, name, address: from, pins, onBroken }: PictureProps) {
  const load = useCallback(() => fetchFile(from), [from]);
  const { address, failed, again } = useBlobAddress(load, findMedia(name)?.type ?? '');
  if (failed)
    return (
      <p role="alert">
        This file couldn’t be loaded. <Button text="Try again" look="link" onClick={again} />
      </p>
    );
  if (!address) return <p role="status">Loading …</p>;
  const shown = pins.flatMap(({ fileId, x, y, note }, index) =>
    fileId === id ? [{ number: index + 1, x, y, label: `Pin ${index + 1} of ${pins.length}: ${note}` }] : [],
  );
  return <PinnedPicture address={address} alt={name} pins={shown} onBroken={onBroken} />;
}

async function fetchFile(address: string): Promise<Blob> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The desk answered ${answer.status}`);
  return answer.blob();
}
