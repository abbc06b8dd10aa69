// File field: choose or drop files, with progress and removal. Usable by keyboard, and announced to screen
// readers.
import { Trans, useLingui } from '@lingui/react/macro';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { formatByteSize } from '#lib/byte-size.ts';
import { listFileEndings, uploadKinds } from '#lib/file-kind.ts';
import { UserText } from '#ui/display/user-text.tsx';
import { Meter } from '#ui/feedback/meter.tsx';
import field from '#ui/forms/field.module.css';
import { usePage } from '#ui/page/context.ts';
import button from '#ui/styles/button.module.css';
import { getFieldId } from '../brief-errors.ts';
import { ChoiceGroup } from '../questions/choice-question.tsx';
import type { QuestionProps } from '../questions/question-props.ts';
import css from './file-field.module.css';
import { FillFromFile } from './fill-from-file.tsx';
import type { StoredFile } from './stored-file.ts';
import { isComing, isGone, type RefusedFile, useFiles } from './use-file-uploads.ts';

/** A hint for the system's file dialog; the server checks the content. */
const endings = uploadKinds.flatMap(listFileEndings).map((ending) => `.${ending}`);

/** Used for file questions, and below a text that can be filled from a file. */
export const WithFiles = (props: QuestionProps) =>
  props.question.kind === 'file' ? <FilesField {...props} /> : <FillFromFile {...props} />;

function FilesField(props: QuestionProps) {
  const { question, errors } = props;
  return (
    <ChoiceGroup
      field={{ id: getFieldId(question.name), error: errors?.message }}
      label={question.label}
      hint={question.help}
      optional={!question.required}
    >
      <Files {...props} />
    </ChoiceGroup>
  );
}

function Files(props: QuestionProps) {
  const { t } = useLingui();
  const { name, max = 1 } = props.question;
  const { files, parts, refused, news, add, remove, dismiss } = useFiles(props);
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };
  const count = files.length;
  const away = (go: () => void) => {
    // The button that had the focus is removed with its row.
    input.current?.focus();
    go();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping works with the mouse only; the button beside it works for everyone.
    <div
      className={css.zone}
      data-over={over ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {files.length + refused.length > 0 ? (
        <ul className={css.files}>
          {files.map((file, at) => (
            <Line
              key={file.id}
              {...{ file, part: parts[file.id] }}
              id={at === 0 ? undefined : getFieldId(`${name}[${at}]`)}
              error={props.errors?.lines[at]}
              away={() => away(() => remove(file))}
            />
          ))}
          {refused.map((each) => (
            <RefusedFileLine key={each.key} file={each} away={() => away(() => dismiss(each.key))} />
          ))}
        </ul>
      ) : null}
      <Chooser {...{ input, add }} id={getFieldId(name)} describedBy={props.question.help ? `${getFieldId(name)}-hint` : undefined} />
      {count >= max - 1 && count > 0 ? <span className={field.meter}>{t`${count} of ${max}`}</span> : null}
      <span role="status" className="unseen">
        {news?.what === 'added' ? (
          <Trans>
            <UserText text={news.name} /> added.
          </Trans>
        ) : null}
        {news?.what === 'gone' ? (
          <Trans>
            <UserText text={news.name} /> removed.
          </Trans>
        ) : null}
      </span>
    </div>
  );
}

type ChooserProps = {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly input: { readonly current: HTMLInputElement | null };
  readonly add: (files: readonly File[]) => void;
};

function Chooser({ id, describedBy, input, add }: ChooserProps) {
  const { t } = useLingui();
  return (
    <p className={css.choose}>
      <label className={`${button.quiet} ${button.small} ${css.chooser}`}>
        <input
          ref={input as React.RefObject<HTMLInputElement | null>}
          id={id}
          className="unseen"
          type="file"
          multiple
          accept={endings.join()}
          aria-describedby={describedBy}
          onChange={({ target }) => {
            add([...(target.files ?? [])]);
            // Reset, so that the same file can be chosen again.
            target.value = '';
          }}
        />
        <Trans>Choose files</Trans>
      </label>
      <span className={css.drop}>{t`or drop them here`}</span>
    </p>
  );
}

type LineProps = {
  readonly file: StoredFile;
  readonly part: number | undefined;
  readonly id: string | undefined;
  readonly error: string | undefined;
  readonly away: () => void;
};

function Line({ file, part = 0, id, error, away }: LineProps) {
  const { t } = useLingui();
  const { locale } = usePage();
  const isBad = isGone(file) || error !== undefined;
  return (
    <li className={css.file} data-wrong={isBad ? '' : undefined}>
      <span className={css.name}>
        <bdi>{file.name}</bdi> <small>{formatByteSize(locale, file.bytes)}</small>
      </span>
      {isComing(file) ? <Meter label={t`Uploading`} done={part} /> : null}
      {isBad ? (
        <p className={field.error}>
          {isGone(file) ? (
            <Trans>This file has expired: before you order, files are kept for a day. Add it again or remove it.</Trans>
          ) : (
            error
          )}
        </p>
      ) : null}
      <Away id={id} name={file.name} away={away} />
    </li>
  );
}

function RefusedFileLine({ file: { name, words }, away }: { file: RefusedFile; away: () => void }) {
  const { i18n } = useLingui();
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <li ref={place} className={css.file} data-wrong="">
      <span className={css.name}>
        <bdi>{name}</bdi>
      </span>
      <p className={field.error} role="alert">
        {typeof words === 'string' ? words : i18n._(words)}
      </p>
      <Away id={undefined} name={name} away={away} />
    </li>
  );
}

const Away = ({ id, name, away }: { id: string | undefined; name: string; away: () => void }) => (
  <button type="button" id={id} className={css.away} onClick={away}>
    <span className="unseen">
      <Trans>
        Remove <UserText text={name} />
      </Trans>
    </span>
    <svg viewBox="0 0 12 12" aria-hidden="true">
      <path d="M2 2l8 8M10 2l-8 8" />
    </svg>
  </button>
);
