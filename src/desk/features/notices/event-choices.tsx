// A list of events to choose from, each with what it means.
import { type StaffEvent, staffEvents } from '#modules/notices/shapes-events.ts';
import { FieldError, useField, useFieldError } from '../../shared/forms/fields.tsx';
import { CheckRow } from './check-row.tsx';
import css from './notices.module.css';

type Props = {
  readonly legend: string;
  /** If a heading above says the same. */
  readonly isLegendHidden?: boolean;
  readonly offered: readonly StaffEvent[];
  readonly name: string;
};

export function EventChoices({ legend, isLegendHidden = false, offered, name }: Props) {
  const error = useFieldError(name);
  const { value: chosen, change } = useField<readonly StaffEvent[]>(name);
  const choose = (event: StaffEvent, isChosen: boolean) =>
    change(offered.filter((each) => (each === event ? isChosen : chosen.includes(each))));
  return (
    <fieldset className={css.choices} aria-describedby={error ? `${name}-wrong` : undefined}>
      <legend className={isLegendHidden ? 'unseen' : undefined}>{legend}</legend>
      {offered.map((event, index) => (
        <CheckRow
          key={event}
          name={name}
          label={staffEvents[event].label}
          hint={staffEvents[event].hint}
          isChecked={chosen.includes(event)}
          aria-invalid={error && index === 0 ? true : undefined}
          onChecked={(isChosen) => choose(event, isChosen)}
        />
      ))}
      <FieldError name={name} id={`${name}-wrong`} />
    </fieldset>
  );
}
