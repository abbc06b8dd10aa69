// Fills a long text from a file, with undo.

import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/display/button.tsx';
import { UserText } from '#ui/display/user-text.tsx';
import field from '#ui/forms/field.module.css';
import button from '#ui/styles/button.module.css';
import { getFieldId } from '../brief-errors.ts';
import type { QuestionProps } from '../questions/question-props.ts';
import css from './file-field.module.css';
import { readTextFile, UnreadableFileError } from './read-text-file.ts';

type FillResult = { readonly name: string } & ({ readonly before: string } | { readonly error: MessageDescriptor });

export function FillFromFile({ question, value, give }: QuestionProps) {
  const { t, i18n } = useLingui();
  const [notice, setNotice] = useState<FillResult>();
  const now = String(value);
  const change = (text: string) => give(question.name, text);
  const read = async (file: File): Promise<void> => {
    const { name } = file;
    try {
      const text = await readTextFile(file);
      setNotice({ name, before: now });
      change(text);
    } catch (cause) {
      if (!(cause instanceof UnreadableFileError)) throw cause;
      setNotice({ name, error: cause.words });
    }
  };
  const before = notice && 'before' in notice ? notice.before : '';
  return (
    <div className={css.fill}>
      <label className={`${button.quiet} ${button.small} ${css.chooser}`}>
        <input
          id={`${getFieldId(question.name)}-file`}
          className="unseen"
          type="file"
          accept=".txt,.md,.docx"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void read(file);
            target.value = '';
          }}
        />
        <Trans>Fill in from a file</Trans>
      </label>
      <div role="status" className={css.told}>
        {notice && 'error' in notice ? (
          <p className={field.error}>
            <bdi>{notice.name}</bdi>: {i18n._(notice.error)}
          </p>
        ) : null}
        {notice && 'before' in notice ? (
          <p>
            <Trans>
              The text of <UserText text={notice.name} /> is filled in.
            </Trans>
          </p>
        ) : null}
      </div>
      {before !== '' && before !== now ? (
        <Button
          text={t`Undo`}
          small
          onClick={() => {
            setNotice(undefined);
            change(before);
          }}
        />
      ) : null}
    </div>
  );
}
