// The answers of a brief under its questions, with the customer's files.
import type { DeskPiece } from '#modules/fulfilment/desk/shapes.ts';
import { LinkedAddresses } from '#ui/display/linked-addresses.tsx';
import card from '#ui/styles/card.module.css';
import { getAddress } from '../../shared/api/client.ts';
import styles from '../../shared/layout/conversation.module.css';
import { answerText, formatQuestionName, sortAnswers } from '../../shared/values/answer.ts';
import type { DeskLabels } from '../../shared/values/words.ts';

export function PieceBriefPanel({ piece, words }: { readonly piece: DeskPiece; readonly words: DeskLabels }) {
  const fields = words.all?.offers.find(({ id }) => id === piece.offerId)?.fields ?? [];
  const findField = (name: string) => fields.find((field) => field.name === name);
  const answers = sortAnswers(piece.brief, fields).filter(([name]) => findField(name)?.kind !== 'file');
  return (
    <section className={`${card.card} ${styles.card}`}>
      <h2>Brief</h2>
      <dl className={styles.brief}>
        {answers.map(([name, value]) => (
          <div key={name}>
            <dt>{findField(name)?.label ?? formatQuestionName(name)}</dt>
            <dd>
              <LinkedAddresses text={answerText(value, findField(name))} />
            </dd>
          </div>
        ))}
      </dl>
      <CustomerFiles pieceId={piece.id} files={piece.briefFiles} />
    </section>
  );
}

type FilesProps = { readonly pieceId: string; readonly files: DeskPiece['briefFiles'] };

/** Of the brief, or of a message. */
export function CustomerFiles({ pieceId, files }: FilesProps) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.files}>
      {files.map(({ id, name, bytes }) => (
        <li key={id}>
          <a href={getAddress('GET /api/piece/brief-file', { pieceId, fileId: id })} download>
            {name}
          </a>{' '}
          <span className="soft">{formatSize(bytes)}</span>
        </li>
      ))}
    </ul>
  );
}

export const formatSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
