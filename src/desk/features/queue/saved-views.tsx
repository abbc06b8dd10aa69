// Saved views of the queue: named addresses in this browser's storage.

import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '#ui/display/button.tsx';
import bar from '../../shared/forms/bar.module.css';
import { TextField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';

type View = { readonly name: string; readonly query: string };
const KEY = 'desk.queueViews';
const MAX_VIEWS = 20;
const NAME_CHARS = 40;

/** Ignores stored values of an unknown format. */
function readViews(): readonly View[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView).slice(0, MAX_VIEWS) : [];
  } catch {
    return [];
  }
}

const isView = (stored: unknown): stored is View => {
  const { name, query } = (stored ?? {}) as Partial<View>;
  return typeof name === 'string' && typeof query === 'string' && (query === '' || query.startsWith('?'));
};

/** Ignores the order of parameters. */
function sortQuery(query: string): string {
  const params = new URLSearchParams(query);
  params.sort();
  return params.toString();
}

export function SavedViews() {
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const navigate = useNavigate();
  const [views, setViews] = useState(readViews);
  const [naming, setNaming] = useState(false);
  const saveViews = (next: readonly View[]) => {
    setViews(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // Without storage, views last until the window closes.
    }
  };
  const here = views.find(({ query }) => sortQuery(query) === sortQuery(search));
  return (
    <>
      {views.length > 0 ? (
        <select
          className={bar.select}
          aria-label="Saved views"
          value={here?.name ?? ''}
          onChange={({ target }) => void navigate({ href: `/queue${views.find(({ name }) => name === target.value)?.query ?? ''}` })}
        >
          <option value="">Saved views</option>
          {views.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      ) : null}
      {here ? (
        <Button text="Delete this view" look="link" onClick={() => saveViews(views.filter((each) => each !== here))} />
      ) : search === '' ? null : (
        <Button text="Save this view" look="link" onClick={() => setNaming(true)} />
      )}
      {naming ? (
        <DeskDialog title="Save this view" harmless onClose={() => setNaming(false)}>
          <NameForm
            onName={(name) => {
              saveViews([...views.filter((each) => each.name !== name), { name, query: search }].slice(-MAX_VIEWS));
              setNaming(false);
            }}
          />
        </DeskDialog>
      ) : null}
    </>
  );
}

function NameForm({ onName }: { readonly onName: (name: string) => void }) {
  const form = useDeskForm({
    draft: 'queue.view',
    values: { name: '' },
    async send({ name }) {
      const plain = name.trim().slice(0, NAME_CHARS);
      if (plain) onName(plain);
    },
  });
  return (
    <Form form={form} submit="Save">
      <TextField label="Name" name="name" maxLength={NAME_CHARS} />
    </Form>
  );
}
