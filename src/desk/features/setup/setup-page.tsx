// The setup checklist: each step has a button that tests it, and shows the result.
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, type RefCallback, useState } from 'react';
import type { FirstHour, StepName } from '../../../modules/desk/setup/shapes.ts';
import { Meter } from '../../../ui/feedback/meter.tsx';
import { useMutation } from '../../../ui/hooks/use-mutation.ts';
import badge from '../../../ui/styles/badge.module.css';
import button from '../../../ui/styles/button.module.css';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Moment } from '../../shared/values/moment.tsx';
import styles from './setup-page.module.css';

const states = {
  todo: { look: badge.wait, word: 'To do' },
  done: { look: badge.done, word: 'Done' },
  failed: { look: badge.wrong, word: 'Failed' },
  changed: { look: badge.wait, word: 'Changed' },
} as const;

export function SetupPage(): ReactNode {
  const query = useQuery(deskQuery('GET /api/first-hour'));
  return (
    <>
      <PageHead title="Set-up">
        <Link to="/guide">Guide: the first hour</Link>
      </PageHead>
      <DeskQueryState of={query}>{(steps) => <Steps steps={steps} onDone={query.refetch} />}</DeskQueryState>
    </>
  );
}

function Steps({ steps, onDone }: { readonly steps: FirstHour; readonly onDone: () => Promise<unknown> }) {
  const done = steps.filter(({ state }) => state === 'done').length;
  const next = steps.find(({ state }) => state !== 'done');
  return (
    <>
      <p className={styles.count}>
        {done === steps.length ? 'Your shop is ready to open.' : `${done} of ${steps.length} steps done`}
        <Meter label="Steps done" done={done / steps.length} />
      </p>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <Step key={step.step} step={step} isNext={step === next} onDone={onDone} />
        ))}
      </ol>
    </>
  );
}

/** The steps arrive after the page, so the browser has not found the address. */
const scrollHere: RefCallback<HTMLElement> = (element) => {
  element?.scrollIntoView({ block: 'center' });
};

function Step({
  step: { step, title, about, act, state, lines, at, by },
  isNext,
  onDone,
}: {
  readonly step: FirstHour[number];
  readonly isNext: boolean;
  readonly onDone: () => Promise<unknown>;
}) {
  const sending = useMutation(DeskApiError);
  const [tried, setTried] = useState(false);
  const { look, word } = states[state];
  const isAddressed = useLocation({ select: ({ hash }) => hash }) === step;
  const attempt = (name: StepName) =>
    sending.run(async () => {
      await callDesk('POST /api/first-hour/try', { step: name });
      await onDone();
      setTried(true);
    });
  return (
    <li className={styles.step} id={step} ref={isAddressed ? scrollHere : undefined}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <span className={look}>{word}</span>
        <button
          className={isNext ? button.main : button.quiet}
          type="button"
          aria-disabled={sending.busy}
          onClick={() => void attempt(step)}
        >
          {sending.busy ? 'Checking …' : act}
        </button>
      </div>
      <p>
        {about} {step === 'policies' ? <Link to="/policies">Open the policies</Link> : null}
        {step === 'tax' ? (
          <Link to="/settings/$id" params={{ id: 'tax' }}>
            Edit the tax
          </Link>
        ) : null}
      </p>
      {sending.failure ? <p role="alert">{sending.failure.message}</p> : null}
      <div role={tried ? 'status' : undefined}>
        {lines.length > 0 ? (
          <ul className={styles.found}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : null}
        {at ? (
          <p className="soft">
            Checked <Moment at={at} /> by {by}
          </p>
        ) : null}
      </div>
    </li>
  );
}
