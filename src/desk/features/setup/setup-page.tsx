// The set-up of a shop: steps that know by themselves whether they are done, each with a button that leads to
// its place or tries it.

import { useQuery } from '@tanstack/react-query';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Guide, GuideStep, StepName } from '#modules/settings/setup/shapes.ts';
import { Button, ButtonLink, type ButtonLook } from '#ui/display/button.tsx';
import { Meter } from '#ui/feedback/meter.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import badge from '#ui/styles/badge.module.css';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { deskQuery, refetchCall } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { LinkButton } from '../../shared/routing/link-button.tsx';
import { Moment } from '../../shared/values/moment.tsx';
import styles from './setup-page.module.css';

const parts = { sale: 'Your first sale', opening: 'Before you open' } as const;
const partNames = ['sale', 'opening'] as const;

export function SetupPage(): ReactNode {
  // What is done elsewhere, such as in the shop, is seen at the return to this window.
  const query = useQuery({ ...deskQuery('GET /api/setup'), staleTime: 0, refetchOnWindowFocus: true });
  return (
    <>
      <PageHead title="Set-up" />
      <DeskQueryState query={query}>{(guide) => <Steps guide={guide} />}</DeskQueryState>
    </>
  );
}

function Steps({ guide: { steps, isDismissed } }: { readonly guide: Guide }) {
  const needed = steps.filter(({ isOptional }) => !isOptional);
  const done = needed.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone, action, check }) => !isDone && (action ?? check));
  const hiding = useMutation(DeskApiError);
  const navigate = useNavigate();
  const hide = () =>
    hiding.run(async () => {
      await callDesk('POST /api/setup/dismiss', { isDismissed: !isDismissed });
      await refetchCall('GET /api/setup');
      if (!isDismissed) await navigate({ to: '/' });
    });
  return (
    <>
      <div className={styles.count}>
        <p role="status">{done === needed.length ? 'Your shop is ready to open.' : `${done} of ${needed.length} steps done`}</p>
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
        <Button
          text={isDismissed ? 'Show this guide on the first page again' : 'Hide this guide from the first page'}
          look="link"
          busy={hiding.busy}
          onClick={() => void hide()}
        />
      </p>
    </>
  );
}

function Step({ step, isNext }: { readonly step: GuideStep; readonly isNext: boolean }) {
  const { title, why, minutes, isOptional, isDone, lines, check } = step;
  const checking = useMutation(DeskApiError);
  const [wasTried, setWasTried] = useState(false);
  const attempt = () =>
    checking.run(async () => {
      await callDesk('POST /api/setup/try', { step: step.step as StepName });
      await refetchCall('GET /api/setup');
      setWasTried(true);
    });
  return (
    <li className={styles.step} aria-current={isNext ? 'step' : undefined}>
      <div className={styles.head}>
        <h3>{title}</h3>
        <StateBadge step={step} />
        {isDone ? null : (
          <span className="soft small">
            {minutes === 1 ? '1 minute' : `${minutes} minutes`}
            {isOptional ? ', optional' : ''}
          </span>
        )}
        <span className={styles.buttons}>
          <Action step={step} look={isNext && !check ? 'main' : 'quiet'} />
          {check ? (
            <Button
              text={checking.busy ? 'Checking …' : check.act}
              look={isNext ? 'main' : 'quiet'}
              busy={checking.busy}
              onClick={() => void attempt()}
            />
          ) : null}
        </span>
      </div>
      {isDone ? null : <p>{why}</p>}
      {lines.map((line) => (
        <p key={line} className={isDone ? 'soft' : undefined}>
          {line}
        </p>
      ))}
      {checking.failure ? <p role="alert">{checking.failure.message}</p> : null}
      {check?.at ? (
        <div role={wasTried ? 'status' : undefined}>
          <ul className={styles.found}>
            {check.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p className="soft">
            Checked <Moment at={check.at} /> by {check.by}
          </p>
        </div>
      ) : null}
    </li>
  );
}

/** A failed or outdated check says more than "To do". */
function StateBadge({ step: { isDone, check } }: { readonly step: GuideStep }) {
  if (isDone) return <span className={badge.done}>Done</span>;
  if (check?.state === 'failed') return <span className={badge.wrong}>Failed</span>;
  return <span className={badge.wait}>{check?.state === 'changed' ? 'Changed' : 'To do'}</span>;
}

function Action({ step: { action, isDone, lines }, look }: { readonly step: GuideStep; readonly look: ButtonLook }) {
  if (!action) return null;
  if (action.kind === 'endSamples') return <EndSamples label={action.label} look={look} about={lines.join(' ')} />;
  if (action.kind === 'shop')
    return <ButtonLink text={action.label} about="(opens a new tab)" look={look} href={action.href} target="_blank" rel="noreferrer" />;
  return <LinkButton text={action.label} look={isDone ? 'quiet' : look} to={action.href as NonNullable<LinkProps['to']>} />;
}

function EndSamples({ label, look, about }: { readonly label: string; readonly look: ButtonLook; readonly about: string }) {
  const [isOpen, setOpen] = useState(false);
  const form = useDeskForm({
    values: {},
    send: () => callDesk('POST /api/setup/end-samples'),
    async onDone() {
      setOpen(false);
      await refetchCall('GET /api/setup');
    },
  });
  return (
    <>
      <Button text={label} look={look} onClick={() => setOpen(true)} />
      {isOpen ? (
        <DeskDialog title={label} harmless onClose={() => setOpen(false)}>
          <Form form={form} submit="Archive them">
            <p>{about}</p>
            <p>They leave all lists. You can sell each again in the catalog.</p>
          </Form>
        </DeskDialog>
      ) : null}
    </>
  );
}
