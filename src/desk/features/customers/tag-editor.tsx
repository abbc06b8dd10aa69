// The tags of a customer, with a field for another one that suggests the tags in use.

import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { MAX_TAG_CHARS } from '#modules/clients/rules.ts';
import { Button } from '#ui/display/button.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import bar from '../../shared/forms/bar.module.css';
import styles from './customers.module.css';

type Props = {
  readonly id: string;
  readonly tags: readonly string[];
  readonly mayEdit: boolean;
  readonly onDone: () => Promise<unknown>;
};

export function TagEditor({ id, tags, mayEdit, onDone }: Props) {
  const sending = useMutation(DeskApiError);
  const change = (path: 'add-tag' | 'remove-tag', tag: string) =>
    sending.run(async () => {
      await callDesk(`POST /api/customer/${path}`, { id, tag });
      await onDone();
    });
  return (
    <>
      {tags.length > 0 ? (
        <ul className={styles.tags} aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag} className={styles.tag}>
              {tag}
              {mayEdit ? (
                <button
                  className={styles.remove}
                  type="button"
                  aria-label={`Remove tag ${tag}`}
                  onClick={() => void change('remove-tag', tag)}
                >
                  ×
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {sending.failure ? <p role="alert">{sending.failure.errors.tag?.[0] ?? sending.failure.message}</p> : null}
      {mayEdit ? <TagForm used={tags} onAdd={(tag) => change('add-tag', tag)} /> : null}
    </>
  );
}

/** Read only. */
export const TagList = ({ tags }: Pick<Props, 'tags'>) =>
  tags.length === 0 ? null : (
    <ul className={styles.tags} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag} className={styles.tag}>
          {tag}
        </li>
      ))}
    </ul>
  );

type FormProps = { readonly used: readonly string[]; readonly onAdd: (tag: string) => Promise<boolean> };

function TagForm({ used, onAdd }: FormProps) {
  const list = useId();
  const { register, handleSubmit, resetField } = useForm({ defaultValues: { tag: '' } });
  const others = (useQuery(deskQuery('GET /api/customers/tags')).data ?? []).filter((tag) => !used.includes(tag));
  const add = handleSubmit(async ({ tag }) => (await onAdd(tag)) && resetField('tag'));
  return (
    <form className={bar.bar} noValidate onSubmit={(event) => void add(event)}>
      <input className={bar.search} aria-label="New tag" placeholder="New tag" list={list} maxLength={MAX_TAG_CHARS} {...register('tag')} />
      <datalist id={list}>
        {others.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <Button text="Add tag" small type="submit" />
    </form>
  );
}
