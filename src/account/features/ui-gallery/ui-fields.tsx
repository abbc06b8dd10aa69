// Form components of the UI gallery.
import { useId, useState } from 'react';
import { Checkbox, PasswordField, TextField } from '#ui/forms/field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import css from './ui-page.module.css';

/** `name` is used by the tests: unchanged while a newer build is served. */
export function Fields() {
  const own = useId();
  const [text, setText] = useState('');
  const [agreed, setAgreed] = useState(false);
  const field = (name: string, error?: string) => ({ id: `${own}-${name}`, name, value: text, error, change: setText });
  return (
    <div className={css.column}>
      <TextField field={field('typed')} label="Text" hint="What is meant, in a sentence." />
      <output>{text}</output>
      <TextField field={field('wrong', 'Enter an email address, such as name@example.com.')} label="Email" type="email" optional />
      <TextArea field={field('long')} label="Message" rows={3} maxChars={200} />
      <PasswordField field={field('password')} label="Password" autoComplete="new-password" />
      <Checkbox field={{ id: `${own}-agreed`, name: 'agreed', value: agreed, error: undefined, change: setAgreed }} label="I agree." />
      <div className={css.row}>
        <SubmitButton text="Send" busy={false} meanwhile="" />
        <SubmitButton text="Sending" busy meanwhile="Sending …" />
      </div>
    </div>
  );
}
