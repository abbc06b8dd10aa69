// Filters of the queue, stored in the address so that a view can be saved and shared.

import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useRef } from 'react';
import { NOBODY, openClockStates, pieceStateLabels, workStates } from '#modules/fulfilment/desk/shapes-states.ts';
import { mayDo } from '#modules/staff/shapes-roles.ts';
import { Button } from '#ui/display/button.tsx';
import { useMediaQuery } from '#ui/hooks/use-media-query.ts';
import fold from '#ui/styles/fold.module.css';
import { useMe } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import bar from '../../shared/forms/bar.module.css';
import { FilterSelect, SearchField } from '../../shared/forms/search-field.tsx';
import { useChangeSearch } from '../../shared/routing/use-change-search.ts';
import { clockWords, languageLabels, useDeskLabels } from '../../shared/values/words.ts';
import type { QueueSearch } from './queue-search.ts';
import { SavedViews } from './saved-views.tsx';

type Props = {
  readonly search?: RefObject<HTMLInputElement | null>;
  /** Without the filters that only the list has. */
  readonly isShort?: boolean;
  readonly children?: ReactNode;
};

/** Of the list, the board and the calendar. */
export function QueueFilters({ search, isShort = false, children }: Props) {
  const filter: QueueSearch = useSearch({ strict: false });
  const own = useRef<HTMLInputElement>(null);
  const changeSearch = useChangeSearch();
  const me = useMe();
  const words = useDeskLabels();
  const team = useQuery(deskQuery('GET /api/team')).data ?? [];
  const set = (name: keyof QueueSearch) => (value: string) => changeSearch({ [name]: value });
  const value = (name: keyof QueueSearch) => filter[name] ?? '';
  const makers = team.filter((each) => each.state === 'active' && mayDo(each, 'queue.work'));
  const isPhone = useMediaQuery('(max-width: 40rem)');
  const stages = filter.service === undefined ? [] : words.stages(Number(filter.service));
  const selects = (
    <>
      <FilterSelect label="Service" value={value('service')} onValue={(service) => changeSearch({ service, stage: undefined })}>
        {words.all?.services
          .filter(({ kind }) => kind === 'service')
          .map(({ serviceType, name }) => (
            <Option key={serviceType} value={`${serviceType}`} label={name} />
          ))}
      </FilterSelect>
      {stages.length > 0 && !isShort ? (
        <FilterSelect label="Stage" value={value('stage')} onValue={set('stage')}>
          {stages.map(({ id, name }) => (
            <Option key={id} value={id} label={name} />
          ))}
        </FilterSelect>
      ) : null}
      <FilterSelect label="Status" value={value('state')} onValue={set('state')}>
        {workStates.map((state) => (
          <Option key={state} value={state} label={pieceStateLabels[state]} />
        ))}
      </FilterSelect>
      <FilterSelect label="Clock" value={value('clock')} onValue={set('clock')}>
        {openClockStates.map((state) => (
          <Option key={state} value={state} label={clockWords[state]} />
        ))}
      </FilterSelect>
      <FilterSelect label="Maker" value={value('maker')} onValue={set('maker')}>
        <Option value={NOBODY} label="Nobody" />
        {makers.map(({ id, name }) => (
          <Option key={id} value={id} label={id === me.id ? `${name} (you)` : name} />
        ))}
      </FilterSelect>
      <FilterSelect label="Language" value={value('language')} onValue={set('language')}>
        {Object.entries(languageLabels).map(([id, name]) => (
          <Option key={id} value={id} label={name} />
        ))}
      </FilterSelect>
    </>
  );
  return (
    <search className={bar.bar}>
      <SearchField
        field={search ?? own}
        label="Search by order or customer"
        hint="Search"
        initialText={value('search')}
        onSearch={set('search')}
      />
      {isPhone ? null : selects}
      {filter.dueOn && !isShort ? (
        <Button text={`Due on ${filter.dueOn} ✕`} aria-label={`Due on ${filter.dueOn}: show all`} onClick={() => set('dueOn')('')} />
      ) : null}
      <Button text="Mine" aria-pressed={value('maker') === me.id} onClick={() => set('maker')(value('maker') === me.id ? '' : me.id)} />
      {isPhone ? (
        <details className={`${bar.more} ${fold.fold}`}>
          <summary>Filters</summary>
          <div className={bar.bar}>{selects}</div>
        </details>
      ) : null}
      {isShort ? null : <SavedViews />}
      {children}
    </search>
  );
}

const Option = ({ value, label }: { readonly value: string; readonly label: string }) => <option value={value}>{label}</option>;
