// The guide of the first hour: steps that know by themselves whether they are done, each with one button that leads to its place.
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Guide, GuideStep } from '../../../modules/desk/setup/shapes.ts';
import { Meter } from '../../../ui/feedback/meter.tsx';
import { useMutation } from '../../../ui/hooks/use-mutation.ts';
import badge from '../../../ui/styles/badge.module.css';
import button from '../../../ui/styles/button.module.css';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { deskQuery, refetchCall } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import styles from './setup-page.module.css';

const parts = { sale: 'Your first sale', opening: 'Before you open' } as const;
const partNames = ['sale', 'opening'] as const;

export function GuidePage(): ReactNode {
  // What is done elsewhere, such as in the shop, is seen at the return to this window.
  const query = useQuery({ ...deskQuery('GET /api/guide'), staleTime: 0, refetchOnWindowFocus: true });
  return (
    <>
      <PageHead title="First hour">
        <Link to="/first-hour">All set-up checks</Link>
      </PageHead>
      <DeskQueryState of={query}>{(guide) => <Steps guide={guide} />}</DeskQueryState>
    </>
  );
}

function Steps({ guide: { steps, isDismissed } }: { readonly guide: Guide }) {
  const needed = steps.filter(({ isOptional }) => !isOptional);
  const done = needed.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone, action }) => !isDone && action);
  const hiding = useMutation(DeskApiError);
  const navigate = useNavigate();
  const hide = () =>
    hiding.run(async () => {
      await callDesk('POST /api/guide/dismiss', { isDismissed: !isDismissed });
      await refetchCall('GET /api/guide');
      if (!isDismissed) await navigate({ to: '/' });
    });
  return (
    <>
      <div className={styles.count}>
        <p role="status">{done === needed.length ? 'All steps are done.' : `${done} of ${needed.length} steps done`}</p>
        <Meter label="Steps done" done={done / needed.length} />
      </div>
      {partNames.map((part) => {
        const own = steps.filter((step) => step.part === part);
        const minutes = own.filter(({ isDone, isOptional }) => !isDone && !isOptional).reduce((sum, step) => sum + step.minutes, 0);
        return (
          <section key={part} aria-labelledby={`guide-${part}`} className={styles.steps}>
            <h2 id={`guide-${part}`}>
              {parts[part]} {minutes > 0 ? <span className="soft small">about {minutes} minutes</span> : null}
            </h2>
            <ol className={styles.steps}>
              {own.map((step) => (
                <Step key={step.step} step={step} isNext={step === next} />
              ))}
            </ol>
          </section>
        );
      })}
      {hiding.failure ? <p role="alert">{hiding.failure.message}</p> : null}
      <p>
        <button className={button.link} type="button" aria-disabled={hiding.busy} onClick={() => void hide()}>
          {isDismissed ? 'Show this guide on the first page again' : 'Hide this guide from the first page'}
        </button>
      </p>
    </>
  );
}

function Step({ step, isNext }: { readonly step: GuideStep; readonly isNext: boolean }) {
  const { title, why, minutes, isOptional, isDone, lines, code } = step;
  return (
    <li className={styles.step} aria-current={isNext ? 'step' : undefined}>
      <div className={styles.head}>
        <h3>{title}</h3>
        <span className={isDone ? badge.done : badge.wait}>{isDone ? 'Done' : 'To do'}</span>
        {isDone ? null : (
          <span className="soft small">
            {minutes === 1 ? '1 minute' : `${minutes} minutes`}
            {isOptional ? ', optional' : ''}
          </span>
        )}
        <Action step={step} isNext={isNext} />
      </div>
      {isDone ? null : <p>{why}</p>}
      {lines.map((line) => (
        <p key={line} className={isDone ? 'soft' : undefined}>
          {line}
        </p>
      ))}
      {isDone || code.length === 0 ? null : (
        <details open={isNext}>
          <summary>What to write, and where</summary>
          {code.map(({ where, text }) => (
            <div key={text}>
              <p>{where}</p>
              <pre className={styles.code}>
                <code>{text}</code>
              </pre>
            </div>
          ))}
        </details>
      )}
    </li>
  );
}

function Action({ step: { action, isDone, lines }, isNext }: { readonly step: GuideStep; readonly isNext: boolean }) {
  const look = (isNext ? button.main : button.quiet) ?? '';
  if (!action) return null;
  if (action.kind === 'endSamples') return <EndSamples label={action.label} look={look} about={lines.join(' ')} />;
  if (action.kind === 'shop')
    return (
      <a className={look} href={action.href} target="_blank" rel="noreferrer">
        {action.label}
        <span className="unseen"> (opens a new tab)</span>
      </a>
    );
  const [path = '/', hash] = action.href.split('#');
  return (
    <Link className={isDone ? button.quiet : look} to={path as NonNullable<LinkProps['to']>} {...(hash ? { hash } : {})}>
      {action.label}
    </Link>
  );
}

function EndSamples({ label, look, about }: { readonly label: string; readonly look: string; readonly about: string }) {
  const [isOpen, setOpen] = useState(false);
  const sending = useMutation(DeskApiError);
  const send = async () => {
    await callDesk('POST /api/guide/end-samples');
    setOpen(false);
    await refetchCall('GET /api/guide');
  };
  return (
    <>
      <button className={look} type="button" onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen ? (
        <DeskDialog title={label} harmless onClose={() => setOpen(false)}>
          <Form sending={sending} onSend={send} submit="Archive them">
            <p>{about}</p>
            <p>They leave all lists. You can sell each again in the catalog.</p>
          </Form>
        </DeskDialog>
      ) : null}
    </>
  );
}
