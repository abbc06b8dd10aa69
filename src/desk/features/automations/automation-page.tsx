// One automation: its form, the trial on past events, its switch, and the log of its runs.

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { AutomationRuns, TriedAutomation } from '#modules/automations/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import badge from '#ui/styles/badge.module.css';
import { callDesk, DeskApiError, getAddress } from '../../shared/api/client.ts';
import { LoadMore } from '../../shared/api/load-more.tsx';
import { deskPagesQuery, deskQuery, refetchCall } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { CsvLink } from '../../shared/forms/filters.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel, PanelColumn, PanelLine, PanelNote } from '../../shared/layout/panel.tsx';
import { Moment } from '../../shared/values/moment.tsx';
import { AutomationForm } from './automation-form.tsx';
import css from './automations.module.css';
import { type Automation, AutomationBadge } from './automations-page.tsx';

export function AutomationPage(): ReactNode {
  const { id } = useParams({ from: '/automations/$id' });
  const query = useQuery(deskQuery('GET /api/automations'));
  const navigate = useNavigate();
  const done = async (saved: string) => {
    await refetchCall('GET /api/automations');
    if (saved !== id) await navigate({ to: '/automations/$id', params: { id: saved }, replace: true });
  };
  return (
    <DeskQueryState query={query}>
      {({ automations }) => {
        const automation = automations.find((each) => each.id === id);
        if (!automation && id !== 'new') return <Empty kind="empty" title="No such automation" />;
        return (
          <>
            <PageHead title={automation?.name ?? 'New automation'}>{automation ? <RemoveButton automation={automation} /> : null}</PageHead>
            <div className={css.columns}>
              <AutomationForm key={`${id} ${automation?.version}`} automation={automation} onDone={done} />
              <PanelColumn>
                {automation ? <Trial key={automation.version} automation={automation} /> : <FirstSteps />}
                {automation ? <Runs id={automation.id} /> : null}
              </PanelColumn>
            </div>
          </>
        );
      }}
    </DeskQueryState>
  );
}

const FirstSteps = () => (
  <Panel title="Then try it">
    <PanelNote>Once it is saved, you see for which past events it would have run. Nothing happens before you turn it on.</PanelNote>
  </Panel>
);

function Trial({ automation }: { readonly automation: Automation }) {
  const { id, isOn, isTried, author } = automation;
  const working = useMutation(DeskApiError);
  const [tried, setTried] = useState<TriedAutomation>();
  const act = (work: () => Promise<unknown>) =>
    working.run(async () => {
      await work();
      await refetchCall('GET /api/automations');
    });
  return (
    <Panel title="Status" beside={<AutomationBadge isOn={isOn} isEnded={author.isEnded} />}>
      <PanelNote>
        {author.isEnded
          ? `${author.name} doesn’t work here any more, so it fails. Save it to run it with your rights.`
          : `Runs with the rights of ${author.name}. Saving it makes them yours and turns it off until it is tried again.`}
      </PanelNote>
      <div className={css.buttons}>
        <Button
          text="Try on the last 100 events"
          busy={working.busy}
          onClick={() => void act(async () => setTried(await callDesk('POST /api/automations/try', { id })))}
        />
        {isOn || isTried ? (
          <Button
            text={isOn ? 'Turn off' : 'Turn on'}
            look={isOn ? 'quiet' : 'main'}
            busy={working.busy}
            onClick={() => void act(() => callDesk('POST /api/automations/switch', { id, isOn: !isOn }))}
          />
        ) : null}
      </div>
      {working.failure ? <p role="alert">{working.failure.message}</p> : null}
      <div role="status">{tried ? <TriedEvents {...tried} /> : null}</div>
    </Panel>
  );
}

function TriedEvents({ events }: TriedAutomation) {
  const met = events.filter(({ meets }) => meets);
  return (
    <>
      <p>
        <b>
          {events.length === 0
            ? 'There are no such events yet.'
            : `It would have run for ${met.length} of ${formatEventCount(events.length)}.`}
        </b>{' '}
        Nothing was done.
      </p>
      <EventList label="Events it would have run for" rows={met.map((event, index) => ({ ...event, key: index, beside: null }))} />
    </>
  );
}

const formatEventCount = (events: number): string => (events === 1 ? 'the last event' : `the last ${events} events`);

const runsQuery = (id: string) =>
  deskPagesQuery('GET /api/automations/runs', { id }, ({ runs, more }) => (more ? { before: runs.at(-1)?.id } : undefined));

function Runs({ id }: { readonly id: string }) {
  const query = useInfiniteQuery(runsQuery(id));
  const runs = query.data?.pages.flatMap((page) => page.runs) ?? [];
  return (
    <Panel title="Runs" beside={runs.length > 0 ? <CsvLink href={getAddress('GET /api/automations/runs/table', { id })} /> : null}>
      <DeskQueryState query={query}>
        {() =>
          runs.length === 0 ? (
            <PanelNote>None yet.</PanelNote>
          ) : (
            <>
              <EventList label="Runs" rows={runs.map((run) => ({ ...run, key: run.id, beside: <RunState {...run} /> }))} />
              <LoadMore query={query} label="Load more" />
            </>
          )
        }
      </DeskQueryState>
    </Panel>
  );
}

type EventRow = {
  readonly key: string | number;
  readonly at: string;
  readonly label: string;
  readonly link: string | null;
  readonly beside: ReactNode;
};

const EventList = ({ label, rows }: { readonly label: string; readonly rows: readonly EventRow[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it.
  <section className={css.events} aria-label={label} tabIndex={0}>
    <ul className={css.list}>
      {rows.map(({ key, at, label: text, link, beside }) => (
        <PanelLine key={key}>
          <span>{link ? <Link to={link}>{text}</Link> : text}</span>
          <span>
            {beside}{' '}
            <span className="soft small">
              <Moment at={at} />
            </span>
          </span>
        </PanelLine>
      ))}
    </ul>
  </section>
);

const states = {
  done: { text: 'Done', look: badge.done },
  failed: { text: 'Failed', look: badge.wrong },
  waiting: { text: 'Waiting', look: badge.wait },
} as const;

const RunState = ({ state, error }: Pick<AutomationRuns['runs'][number], 'state' | 'error'>) => (
  <>
    <span className={states[state].look}>{states[state].text}</span>
    {error === null ? null : <span className="small"> {error}</span>}
  </>
);

function RemoveButton({ automation: { id, name } }: { readonly automation: Automation }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const form = useDeskForm({
    values: {},
    send: () => callDesk('POST /api/automations/remove', { id }),
    async onDone() {
      await navigate({ to: '/automations' });
      await refetchCall('GET /api/automations');
    },
  });
  return (
    <>
      <Button text="Remove" onClick={() => setOpen(true)} />
      {isOpen ? (
        <DeskDialog title={`Remove ${name}?`} onClose={() => setOpen(false)}>
          <Form form={form} submit="Remove" danger>
            <p>It doesn’t run any more, and the log of its runs is deleted. What it did stays.</p>
          </Form>
        </DeskDialog>
      ) : null}
    </>
  );
}
