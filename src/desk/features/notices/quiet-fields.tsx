// Quiet hours: on or off, from when until when, and in which time zone.
import { useWatch } from 'react-hook-form';
import { ChoiceField, TextField, useField } from '../../shared/forms/fields.tsx';
import { CheckRow } from './check-row.tsx';
import css from './notices.module.css';

export type TypedQuiet = { readonly isOn: boolean; readonly from: string; readonly until: string; readonly timeZone: string };
type Quiet = { readonly from: string; readonly until: string; readonly timeZone: string } | null;

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const formatQuietHours = (quiet: Quiet): TypedQuiet =>
  quiet ? { isOn: true, ...quiet } : { isOn: false, from: '22:00', until: '07:00', timeZone: ownZone };

export const parseQuietHours = ({ isOn, ...quiet }: TypedQuiet): Quiet => (isOn ? quiet : null);

type Props = {
  readonly label: string;
  /** What is held back: an email or a message. */
  readonly what: string;
};

/** The form's value `quiet`. */
export function QuietFields({ label, what }: Props) {
  const { value: isOn, change } = useField<boolean>('quiet.isOn');
  const timeZone: string = useWatch({ name: 'quiet.timeZone' });
  return (
    <div className={css.quiet}>
      <CheckRow label={label} hint={`What happens meanwhile comes in one ${what} at the end.`} isChecked={isOn} onChecked={change} />
      {isOn ? (
        <div className={css.times}>
          <TextField label="From" name="quiet.from" type="time" />
          <TextField label="Until" name="quiet.until" type="time" />
          <ChoiceField label="Time zone" name="quiet.timeZone" options={listZones(timeZone)} />
        </div>
      ) : null}
    </div>
  );
}

/** The browser’s list lacks some zones that it knows, such as UTC. */
const listZones = (zone: string) =>
  [...new Set([zone, ownZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
    .sort()
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }));
