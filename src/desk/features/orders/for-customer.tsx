// Acting for a customer: fills or corrects a brief, asks for a revision, accepts. The customer reads the
// reason.
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { CatalogueField } from '#modules/catalogue/shapes.ts';
import type { OrderDetails } from '#modules/orders/desk/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { AreaField, CheckField, CheckList, ChoiceField, TextField, useField } from '../../shared/forms/fields.tsx';
import { FileInput } from '../../shared/forms/file-input.tsx';
import { Form, ReasonForm } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { useDeskLabels } from '../../shared/values/words.ts';
import css from '../versions/versions.module.css';

type DeskOrderPiece = OrderDetails['order']['pieces'][number];
type Answers = OrderDetails['order']['answers'];
type Done = { readonly onDone: () => Promise<unknown> };
type Props = Done & { readonly order: OrderDetails['order']; readonly piece: DeskOrderPiece; readonly deliveryId: string | undefined };

const SHOWN = 'The customer reads it.';

export const canActFor = ({ state }: DeskOrderPiece): boolean => ['waiting', 'ready', 'inWork', 'delivered'].includes(state);

export function ForCustomer({ order, piece, deliveryId, onDone }: Props) {
  const [isAccepting, setAccepting] = useState(false);
  if (piece.state !== 'delivered') return <BriefForm order={order} piece={piece} onDone={onDone} />;
  if (!deliveryId) return null;
  return (
    <>
      <p className={css.even}>
        <Button text="Request changes" aria-pressed={!isAccepting} onClick={() => setAccepting(false)} />
        <Button text="Accept" aria-pressed={isAccepting} onClick={() => setAccepting(true)} />
      </p>
      {isAccepting ? (
        <ReasonForm
          draft={`order.accept.${deliveryId}`}
          submit="Accept for customer"
          hint={SHOWN}
          send={(why) => callDesk('POST /api/for-customer/accept', { deliveryId, why })}
          onDone={onDone}
        />
      ) : (
        <ReviseForm deliveryId={deliveryId} onDone={onDone} />
      )}
    </>
  );
}

function ReviseForm({ deliveryId, onDone }: Done & { readonly deliveryId: string }) {
  const form = useDeskForm({
    draft: `order.revise.${deliveryId}`,
    values: { note: '', why: '' },
    send: (values) => callDesk('POST /api/for-customer/revise', { deliveryId, ...values }),
    onDone,
  });
  return (
    <Form form={form} submit="Request changes for customer">
      <AreaField label="What to change" name="note" rows={4} />
      <AreaField label="Reason" name="why" hint={SHOWN} />
    </Form>
  );
}

function BriefForm({ order, piece, onDone }: Omit<Props, 'deliveryId'>) {
  const { all } = useDeskLabels();
  const fields = all?.offers.find(({ id }) => id === piece.offerId)?.fields;
  const platforms = all?.platforms.filter(({ retired }) => !retired) ?? [];
  const isBundled = piece.brief !== null || piece.state === 'waiting';
  const form = useDeskForm({
    draft: `order.brief.${piece.id}`,
    values: { platform: piece.platform ?? null, answers: (piece.brief ?? order.answers) as Answers, why: '' },
    send: (values) => callDesk('POST /api/for-customer/brief', { pieceId: piece.id, ...values }),
    onDone,
    fieldAt: (path) => path.replace(/^pieces\[0\]\./, '').replace(/^(answers\.\w+)\[.*$/, '$1'),
  });
  if (!fields) return <p>This offer isn’t sold any more, so its brief can’t be changed here.</p>;
  return (
    <Form form={form} submit={piece.state === 'waiting' ? 'Submit brief for customer' : 'Correct brief for customer'}>
      <AreaField label="Reason" name="why" hint={SHOWN} />
      {isBundled && fields.some(({ name }) => name === 'profileUrl') ? (
        <ChoiceField
          label="Platform"
          name="platform"
          options={[{ value: '', label: 'None' }, ...platforms.map(({ platform, name }) => ({ value: `${platform}`, label: name }))]}
          parse={(text) => (text === '' ? null : Number(text))}
        />
      ) : null}
      {fields.map((field) => (
        <AnswerField key={field.name} field={field} pieceId={piece.id} />
      ))}
    </Form>
  );
}

type AnswerProps = { readonly field: CatalogueField; readonly pieceId: string };

function AnswerField({ field, pieceId }: AnswerProps) {
  const { kind, required, options = [] } = field;
  const name = `answers.${field.name}`;
  const label = required ? field.label : `${field.label} (optional)`;
  const labelled = { label, name };
  switch (kind) {
    case 'longText':
      return <AreaField {...labelled} rows={6} />;
    case 'choice':
      return <ChoiceField {...labelled} options={[{ value: '', label: 'Choose' }, ...options]} />;
    case 'choices':
      return <CheckList name={name} legend={label} options={options} className={css.group} boxes={css.even} box={css.row} />;
    case 'yesNo':
      return (
        <CheckField name={name} className={css.row}>
          {label}
        </CheckField>
      );
    case 'number':
      return (
        <TextField
          {...labelled}
          inputMode="numeric"
          parse={(text) => (text === '' ? null : Number(text))}
          format={(value) => `${value ?? ''}`}
        />
      );
    case 'texts':
    case 'urls':
      return <LinesArea {...labelled} />;
    case 'file':
      return <FilesField {...labelled} pieceId={pieceId} />;
    default:
      return <TextField {...labelled} />;
  }
}

/** One item per line, also while a line is still empty. */
function LinesArea({ label, name }: { readonly label: string; readonly name: string }) {
  const { value, change } = useField<readonly string[] | undefined>(name);
  return (
    <label className={css.group}>
      {label}, one per line
      <textarea rows={3} name={name} value={(value ?? []).join('\n')} onChange={({ target }) => change(target.value.split('\n'))} />
    </label>
  );
}

function FilesField({ label, name, pieceId }: { readonly label: string; readonly name: string; readonly pieceId: string }) {
  const { value: ids = [], change } = useField<readonly string[] | undefined>(name);
  const { getValues } = useFormContext<{ why: string }>();
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const sending = useMutation(DeskApiError);
  const upload = (file: File) =>
    sending.run(async () => {
      const added = await callDesk('POST /api/for-customer/file', { pieceId, name: file.name, why: getValues('why') }, { file });
      setNames((known) => ({ ...known, [added.id]: added.name }));
      change([...ids, added.id]);
    });
  const failure = sending.failure;
  return (
    <fieldset className={css.group}>
      <legend>{label}</legend>
      <ul>
        {ids.map((id, index) => (
          <li key={id}>
            {names[id] ?? `File ${index + 1}`}{' '}
            <Button text="Remove" look="link" onClick={() => change(ids.filter((each) => each !== id))} />
          </li>
        ))}
      </ul>
      <FileInput label="Add a file" onFile={upload} />
      {failure ? <p role="alert">{failure.errors.why ? 'Give the reason first.' : failure.message}</p> : null}
    </fieldset>
  );
}
