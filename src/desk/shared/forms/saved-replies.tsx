// The saved replies of a ticket or a piece: the chosen one is added to what is typed.
import type { Canned } from '#modules/support/desk/shapes.ts';
import bar from './bar.module.css';
import { useField } from './fields.tsx';

/** Inside the form. `name`: the field of its text. */
export function SavedReplies({ replies, name }: { readonly replies: Canned['canned']; readonly name: string }) {
  const { value: text, change } = useField<string>(name);
  if (replies.length === 0) return null;
  return (
    <select
      className={bar.select}
      aria-label="Saved replies"
      value=""
      onChange={({ target }) => change([text, replies.find(({ id }) => id === target.value)?.text].filter(Boolean).join('\n\n'))}
    >
      <option value="">Saved replies …</option>
      {replies.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}
