// The editor of a piece: Markdown with preview, word count, autosave, checks and delivery.

import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { countWords } from '#lib/markdown/word-count.ts';
import type { MadePromise } from '#modules/catalogue/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import card from '#ui/styles/card.module.css';
import { callDesk, DeskApiError, getAddress } from '../../shared/api/client.ts';
import { useMay, useMe } from '../../shared/api/me.ts';
import { focusPage } from '../../shared/browser/use-kept-focus.ts';
import { useKeys } from '../../shared/browser/use-keys.ts';
import { AreaField, ChoiceField, TextField } from '../../shared/forms/fields.tsx';
import { FileInput } from '../../shared/forms/file-input.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import styles from '../../shared/layout/conversation.module.css';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { KeyHints } from '../../shared/layout/key-hints.tsx';
import type { WorkPieceProps } from '../../shared/props.ts';
import { useChangeSearch } from '../../shared/routing/use-change-search.ts';
import { Markdown } from '../../shared/values/markdown.tsx';
import { addFile } from './add-file.ts';
import { formatSize } from './brief.tsx';
import { CheckReportPanel } from './check-report.tsx';
import { type PieceDraft, usePieceDraft } from './use-piece-draft.ts';

const saying = { saved: 'Saved', writing: 'Writing …', saving: 'Saving …', failed: 'Not saved' } as const;

export function PieceEditor({ piece, onAgain }: WorkPieceProps) {
  const mayWork = useMay('queue.work') && piece.stop === null && piece.submission === null;
  const draft = usePieceDraft(piece, mayWork);
  const { deliver } = useSearch({ from: '/queue/$id' });
  const changeSearch = useChangeSearch();
  const [shown, setShown] = useState<'write' | 'read'>('write');
  const [delivering, setDelivering] = useState(deliver === true);
  // Sets and phrases have no word count.
  const ordered = piece.ordered?.of === 'words' ? piece.ordered.count : undefined;
  const words = countWords(draft.text);
  const hasText = !piece.isFilesOnly || draft.text !== '';
  const editor = useRef<HTMLTextAreaElement>(null);
  useKeys({ d: () => setDelivering(mayWork), e: () => editor.current?.focus() });
  useEffect(() => {
    if (deliver) changeSearch({ deliver: undefined });
  }, [deliver, changeSearch]);
  // Finished work without a text was delivered as files.
  if (piece.clock === 'done' && draft.text === '' && piece.files.length === 0) return null;
  return (
    <section className={`${card.card} ${styles.card}`}>
      <div className={styles.row}>
        <h2>{hasText ? 'Text' : 'Files'}</h2>
        {mayWork && hasText ? (
          <Button text="Preview" small aria-pressed={shown === 'read'} onClick={() => setShown(shown === 'read' ? 'write' : 'read')} />
        ) : null}
        {hasText ? (
          <span className="soft">
            {words} words{ordered ? ` of ${ordered}` : ''}
          </span>
        ) : null}
        <span className={`soft ${styles.grow}`} role="status">
          {mayWork ? saying[draft.state] : ''}
          {draft.state === 'failed' && draft.why ? `: ${draft.why}` : ''}
        </span>
      </div>
      {draft.theirs ? <Conflict draft={draft} theirs={draft.theirs} /> : null}
      {!hasText ? null : !mayWork && draft.text === '' ? (
        <p className="soft">No text.</p>
      ) : shown === 'read' || !mayWork ? (
        <Markdown text={draft.text} />
      ) : (
        <textarea
          ref={editor}
          className={styles.editor}
          aria-label="Text, in Markdown"
          value={draft.text}
          onChange={({ target }) => draft.write(target.value)}
          onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !nativeEvent.isComposing && focusPage()}
          spellCheck
        />
      )}
      <Files piece={piece} onAgain={onAgain} mayWork={mayWork} />
      {mayWork ? (
        <>
          {hasText ? <CheckReportPanel piece={piece} draft={draft} /> : null}
          <div className={styles.row}>
            <Button text="Deliver …" look="main" onClick={() => setDelivering(true)} />
            <KeyHints keys={{ Write: 'E', 'Leave text': 'Esc', Deliver: 'D' }} className={styles.grow} />
          </div>
        </>
      ) : null}
      {delivering && mayWork ? (
        <DeskDialog title={hasText ? 'Deliver this text' : 'Deliver these files'} onClose={() => setDelivering(false)}>
          <DeliverForm {...{ piece, draft, words, ordered }} onAgain={onAgain} onDone={() => setDelivering(false)} />
        </DeskDialog>
      ) : null}
    </section>
  );
}

function Conflict({ draft, theirs }: { readonly draft: PieceDraft; readonly theirs: NonNullable<PieceDraft['theirs']> }) {
  return (
    <div className={styles.conflict} role="alert">
      <strong>{theirs.name} has saved a different text.</strong>
      <div className={styles.theirs}>{theirs.text}</div>
      <div className={styles.row}>
        <Button text="Overwrite with mine" onClick={() => draft.settle('mine')} />
        <Button text="Use theirs" onClick={() => draft.settle('theirs')} />
      </div>
    </div>
  );
}

function Files({ piece, onAgain, mayWork }: WorkPieceProps & { readonly mayWork: boolean }) {
  const sending = useMutation(DeskApiError);
  const [part, setPart] = useState(0);
  const add = (file: File) =>
    sending.run(async () => {
      setPart(0);
      await addFile(piece.id, file, setPart);
      await onAgain();
    });
  const remove = (fileId: string) =>
    sending.run(async () => {
      await callDesk('POST /api/piece/remove-file', { pieceId: piece.id, fileId });
      await onAgain();
    });
  return (
    <>
      <ul className={styles.files}>
        {piece.files.map(({ id, name, bytes }) => (
          <li key={id} className={styles.row}>
            <a href={getAddress('GET /api/piece/file', { pieceId: piece.id, fileId: id })} download>
              {name}
            </a>
            <span className="soft">{formatSize(bytes)}</span>
            {mayWork ? <Button text="Remove" look="link" onClick={() => void remove(id)} /> : null}
          </li>
        ))}
      </ul>
      {mayWork ? (
        <FileInput label="Add a file to the delivery" accept={piece.fileEndings.map((ending) => `.${ending}`).join()} onFile={add} />
      ) : null}
      {sending.busy ? <p role="status">Uploading … {part > 0 ? `${Math.floor(part * 100)} %` : ''}</p> : null}
      {sending.failure ? <p role="alert">{sending.failure.message}</p> : null}
    </>
  );
}

const howMadeOptions: readonly { readonly value: MadePromise['kind'] | ''; readonly label: string }[] = [
  { value: '', label: 'Choose' },
  { value: 'person', label: 'By people' },
  { value: 'assisted', label: 'By people, with programs or AI' },
  { value: 'generated', label: 'By programs or AI, reviewed by me' },
];
const splitTools = (text: string): string[] =>
  text
    .split(',')
    .map((tool) => tool.trim())
    .filter((tool) => tool !== '');

type DeliverProps = WorkPieceProps & {
  readonly draft: PieceDraft;
  readonly words: number;
  readonly ordered: number | undefined;
  readonly onDone: () => void;
};

function DeliverForm({ piece, draft, words, ordered, onAgain, onDone }: DeliverProps) {
  const navigate = useNavigate();
  const me = useMe();
  const help = piece.draft?.help ?? [];
  const form = useDeskForm({
    draft: `piece.deliver.${piece.id}`,
    // Of a text that a program drafted, the operator says it.
    values: {
      why: '',
      links: (piece.deliveries.at(-1)?.links ?? []).map(({ url }) => url).join('\n'),
      howMade: { kind: help.length > 0 ? '' : 'person', tools: help.join(', ') },
    },
    async send({ why, links, howMade }) {
      const kind = howMadeOptions.find(({ value }) => value === howMade.kind)?.value;
      await callDesk('POST /api/piece/deliver', {
        pieceId: piece.id,
        version: await draft.save(),
        links: links.split('\n').filter((line) => line.trim() !== ''),
        ...(kind ? { howMade: { kind, tools: splitTools(howMade.tools) } } : {}),
        ...(why.trim() ? { why } : {}),
      });
    },
    async onDone() {
      onDone();
      await onAgain();
      await navigate({ to: '/queue' });
    },
    fieldAt: (path) => (path === 'howMade' ? 'howMade.kind' : path.replace(/^links\[\d+\]$/, 'links')),
  });
  const [why, kind] = form.watch(['why', 'howMade.kind']);
  return (
    <Form form={form} submit="Deliver">
      <p>
        {piece.customer ?? 'The customer'} receives it by email right away, as version {(piece.version ?? 0) + 1}. It can’t be changed
        afterwards.
      </p>
      <p>
        {piece.isFilesOnly ? '' : `${words} words${ordered ? ` of ${ordered} ordered` : ''}, `}
        {piece.files.length} {piece.files.length === 1 ? 'file' : 'files'}.
      </p>
      <ChoiceField
        label="How it was made"
        name="howMade.kind"
        options={howMadeOptions}
        hint={`The customer sees it, with you (${me.name}) as its reviewer.`}
      />
      {kind === 'assisted' || kind === 'generated' ? (
        <TextField label="Made with" name="howMade.tools" hint="Programs and models, with commas between. Name AI as such: AI (Claude)." />
      ) : null}
      <AreaField
        label="Links (optional)"
        name="links"
        rows={2}
        hint="Drive, Dropbox, Figma, Frame.io or another https address, one per line."
      />
      {why !== '' || form.formState.errors.why ? <AreaField label="Reason" name="why" /> : null}
    </Form>
  );
}
