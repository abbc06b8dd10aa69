// What of the queue is looked at: kept in the address, so that a view can be saved, sent and gone back to.
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import type { DeskSent } from '../../../desk-api.ts';
import { clockStates, NOBODY, workStates } from '../../../rooms/fulfilment/shapes-desk.ts';
import button from '../../../web/ui/button.module.css';
import { useAsked } from '../kept.ts';
import { useMe } from '../me.ts';
import { go, usePlace, withQuery } from '../way.tsx';
import { clockWords, languages, stateWords, useWords } from '../words.ts';
import bar from './bar.module.css';
import { QueueViews } from './queue-views.tsx';

const names = ['service', 'language', 'maker', 'state', 'clock', 'search'] as const;
const TYPING_MS = 250;

export function queueFilter(params: URLSearchParams): NonNullable<DeskSent<'GET /api/queue'>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

type Props = { readonly search: RefObject<HTMLInputElement | null>; readonly children: ReactNode };

export function QueueFilters({ search, children }: Props) {
  const { searchParams } = usePlace();
  const me = useMe();
  const words = useWords();
  const team = useAsked('GET /api/team').data ?? [];
  const set = (name: (typeof names)[number]) => (value: string) => go(withQuery({ [name]: value }), { replace: true });
  const value = (name: (typeof names)[number]) => searchParams.get(name) ?? '';
  const makers = team.filter(({ state, role }) => state === 'active' && role !== 'support');
  return (
    <search className={bar.bar}>
      <SearchField search={search} given={value('search')} onSearch={set('search')} />
      <Choice label="Service" value={value('service')} onValue={set('service')}>
        {words.all?.services
          .filter(({ serviceType }) => serviceType <= 5)
          .map(({ serviceType, name }) => (
            <Option key={serviceType} value={`${serviceType}`} label={name} />
          ))}
      </Choice>
      <Choice label="State" value={value('state')} onValue={set('state')}>
        {workStates.map((state) => (
          <Option key={state} value={state} label={stateWords[state].text} />
        ))}
      </Choice>
      <Choice label="Clock" value={value('clock')} onValue={set('clock')}>
        {clockStates.map((state) => (
          <Option key={state} value={state} label={clockWords[state]} />
        ))}
      </Choice>
      <Choice label="Maker" value={value('maker')} onValue={set('maker')}>
        <Option value={NOBODY} label="Nobody" />
        {makers.map(({ id, name }) => (
          <Option key={id} value={id} label={id === me.id ? `${name} (you)` : name} />
        ))}
      </Choice>
      <Choice label="Language" value={value('language')} onValue={set('language')}>
        {Object.entries(languages).map(([id, name]) => (
          <Option key={id} value={id} label={name} />
        ))}
      </Choice>
      <button
        className={button.quiet}
        type="button"
        aria-pressed={value('maker') === me.id}
        onClick={() => set('maker')(value('maker') === me.id ? '' : me.id)}
      >
        Mine
      </button>
      <QueueViews />
      {children}
    </search>
  );
}

type SearchProps = {
  readonly search: RefObject<HTMLInputElement | null>;
  readonly given: string;
  readonly onSearch: (text: string) => void;
};

/** Asked when the typing rests; never in the middle of a Japanese word. */
function SearchField({ search, given, onSearch }: SearchProps) {
  const [text, setText] = useState(given);
  const [composing, setComposing] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the wait.
  useEffect(() => {
    if (composing || text === given) return undefined;
    const timer = setTimeout(() => onSearch(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, composing]);
  return (
    <input
      ref={search}
      className={bar.search}
      type="search"
      aria-label="Search by order or customer"
      placeholder="Order or customer …"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
    />
  );
}

type ChoiceProps = {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly children: ReactNode;
};

const Choice = ({ label, value, onValue, children }: ChoiceProps) => (
  <select className={bar.select} aria-label={label} value={value} onChange={({ target }) => onValue(target.value)}>
    <option value="">{label}: all</option>
    {children}
  </select>
);

const Option = ({ value, label }: { readonly value: string; readonly label: string }) => <option value={value}>{label}</option>;
