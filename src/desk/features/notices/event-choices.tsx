// A list of events to choose from, each with what it means.
import { type StaffEvent, staffEvents } from '#modules/desk/notices/shapes-events.ts';
import type { DeskMutation } from '../../shared/forms/stateful-form.tsx';
import { CheckRow } from './check-row.tsx';
import css from './notices.module.css';

type Props = {
  readonly legend: string;
  /** If a heading above says the same. */
  readonly isLegendHidden?: boolean;
  readonly offered: readonly StaffEvent[];
  readonly chosen: readonly StaffEvent[];
  readonly onChosen: (events: StaffEvent[]) => void;
  /** The field that the server’s errors name. */
  readonly name: string;
  readonly sending: DeskMutation;
};

export function EventChoices({ legend, isLegendHidden = false, offered, chosen, onChosen, name, sending }: Props) {
  const wrong = sending.failure?.errors[name];
  const change = (event: StaffEvent, isChosen: boolean) =>
    onChosen(offered.filter((each) => (each === event ? isChosen : chosen.includes(each))));
  return (
    <fieldset className={css.choices} aria-describedby={wrong ? `${name}-wrong` : undefined}>
      <legend className={isLegendHidden ? 'unseen' : undefined}>{legend}</legend>
      {offered.map((event, index) => (
        <CheckRow
          key={event}
          name={name}
          label={staffEvents[event].label}
          hint={staffEvents[event].hint}
          isChecked={chosen.includes(event)}
          aria-invalid={wrong && index === 0 ? true : undefined}
          onChecked={(isChosen) => change(event, isChosen)}
        />
      ))}
      {wrong ? (
        <strong id={`${name}-wrong`} className={css.wrong}>
          {wrong.join(' ')}
        </strong>
      ) : null}
    </fieldset>
  );
}
