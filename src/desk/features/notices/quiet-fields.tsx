// Quiet hours: on or off, from when until when, and in which time zone.
import { ChoiceField, type DeskMutation, DeskTextField } from '../../shared/forms/stateful-form.tsx';
import { CheckRow } from './check-row.tsx';
import css from './notices.module.css';

export type TypedQuiet = { readonly isOn: boolean; readonly from: string; readonly until: string; readonly timeZone: string };
type Quiet = { readonly from: string; readonly until: string; readonly timeZone: string } | null;

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const typedQuiet = (quiet: Quiet): TypedQuiet =>
  quiet ? { isOn: true, ...quiet } : { isOn: false, from: '22:00', until: '07:00', timeZone: ownZone };

export const quietOfTyped = ({ isOn, ...quiet }: TypedQuiet): Quiet => (isOn ? quiet : null);

type Props = {
  readonly label: string;
  /** What is held back: an email or a message. */
  readonly what: string;
  readonly quiet: TypedQuiet;
  readonly onQuiet: (quiet: TypedQuiet) => void;
  readonly sending: DeskMutation;
};

export function QuietFields({ label, what, quiet, onQuiet, sending }: Props) {
  const time = (name: 'from' | 'until', label: string) => (
    <DeskTextField
      label={label}
      name={`quiet.${name}`}
      type="time"
      value={quiet[name]}
      onValue={(value) => onQuiet({ ...quiet, [name]: value })}
      sending={sending}
    />
  );
  return (
    <div className={css.quiet}>
      <CheckRow
        label={label}
        hint={`What happens meanwhile comes in one ${what} at the end.`}
        isChecked={quiet.isOn}
        onChecked={(isOn) => onQuiet({ ...quiet, isOn })}
      />
      {quiet.isOn ? (
        <div className={css.times}>
          {time('from', 'From')}
          {time('until', 'Until')}
          <ChoiceField
            label="Time zone"
            name="quiet.timeZone"
            value={quiet.timeZone}
            onValue={(timeZone) => onQuiet({ ...quiet, timeZone })}
            options={zonesWith(quiet.timeZone)}
            sending={sending}
          />
        </div>
      ) : null}
    </div>
  );
}

/** The browser’s list lacks some zones that it knows, such as UTC. */
const zonesWith = (zone: string) =>
  [...new Set([zone, ownZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
    .sort()
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }));
