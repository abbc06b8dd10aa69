// Shows how the author of a ticket or a message was identified: a badge, and a sentence in threads.
import { type AuthorIdentity, knownWords } from '../../shared/values/words.ts';

type Props = { /** Null: the desk's own, or older than this was kept. */ readonly identity: AuthorIdentity; readonly explained?: boolean };

export function KnownByBadge({ identity, explained = false }: Props) {
  if (identity === null) return null;
  const { text, about, badge } = knownWords[identity];
  return (
    <>
      <span className={badge} title={explained ? undefined : about}>
        {text}
      </span>
      {explained ? ` ${about}` : null}
    </>
  );
}
