// A checkbox with its name and what it means.
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import css from './notices.module.css';

type Props = Pick<InputHTMLAttributes<HTMLInputElement>, 'name' | 'aria-invalid'> & {
  readonly label: ReactNode;
  readonly hint: ReactNode;
  readonly isChecked: boolean;
  readonly onChecked: (isChecked: boolean) => void;
};

export function CheckRow({ label, hint, isChecked, onChecked, ...rest }: Props) {
  const id = useId();
  return (
    <div className={css.choice}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        checked={isChecked}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChecked(target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      <small id={`${id}-hint`} className="soft">
        {hint}
      </small>
    </div>
  );
}
