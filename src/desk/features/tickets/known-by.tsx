// How the writer of a ticket or a message is known: a badge, and in a thread the sentence that says what it means.
import { type Known, knownWords } from '../../shared/values/words.ts';

type Props = { /** Null: the desk's own, or older than this was kept. */ readonly of: Known; readonly explained?: boolean };

export function KnownBy({ of, explained = false }: Props) {
  if (of === null) return null;
  const { text, about, badge } = knownWords[of];
  return (
    <>
      <span className={badge} title={explained ? undefined : about}>
        {text}
      </span>
      {explained ? ` ${about}` : null}
    </>
  );
}
