// Lists the automations: when they run, whether they are on, and how their last runs ended.

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Automations } from '#modules/automations/shapes.ts';
import { actionRows, eventRows } from '#modules/automations/shapes-events.ts';
import { Empty } from '#ui/feedback/empty.tsx';
import badge from '#ui/styles/badge.module.css';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { LinkButton } from '../../shared/routing/link-button.tsx';

export type Automation = Automations['automations'][number];

export function AutomationsPage(): ReactNode {
  const query = useQuery(deskQuery('GET /api/automations'));
  return (
    <>
      <PageHead title="Automations">
        <LinkButton text="Chat webhooks" to="/chat-webhooks" />
        <LinkButton text="New automation" look="main" to="/automations/$id" params={{ id: 'new' }} />
      </PageHead>
      <p className="soft">
        When something happens, they do what you would do, within two minutes and with the rights of their author. They move no money.
      </p>
      <DeskQueryState query={query}>
        {({ automations }) =>
          automations.length === 0 ? (
            <Empty kind="empty" title="No automations yet">
              For example: when an order is paid and its customer is tagged VIP, assign it and post to your chat.
            </Empty>
          ) : (
            <Table label="Automations" cards heads={['Name', 'When', 'Then', 'Status', 'Runs in 30 days']}>
              {automations.map((automation) => (
                <Row key={automation.id} automation={automation} />
              ))}
            </Table>
          )
        }
      </DeskQueryState>
    </>
  );
}

const Row = ({ automation: { id, name, when, actions, isOn, author, runs } }: { readonly automation: Automation }) => (
  <tr>
    <td className={cell.grow}>
      <Link to="/automations/$id" params={{ id }}>
        <b>{name}</b>
      </Link>
      <div className="soft small">By {author.name}</div>
    </td>
    <td className={cell.grow}>{eventRows[when].label}</td>
    <td className={cell.grow}>{describeActions(actions)}</td>
    <td className={cell.least}>
      <AutomationBadge isOn={isOn} isEnded={author.isEnded} />
    </td>
    <td className={cell.least}>{describeRuns(runs)}</td>
  </tr>
);

export const AutomationBadge = ({ isOn, isEnded }: { readonly isOn: boolean; readonly isEnded: boolean }) =>
  isOn && isEnded ? (
    <span className={badge.wrong}>Author left</span>
  ) : (
    <span className={isOn ? badge.done : badge.off}>{isOn ? 'On' : 'Off'}</span>
  );

/** "Tag the customer, add an internal note" */
const describeActions = (actions: Automation['actions']): string =>
  [...new Set(actions.map(({ kind }) => actionRows[kind].label))]
    .map((label, index) => (index === 0 ? label : label.replace(/^./, (first) => first.toLowerCase())))
    .join(', ');

/** "12 done, 1 failed" */
const describeRuns = ({ done, failed, waiting }: Automation['runs']): string =>
  [
    [done, 'done'],
    [failed, 'failed'],
    [waiting, 'waiting'],
  ]
    .flatMap(([count, word]) => (count === 0 ? [] : [`${count?.toLocaleString('en')} ${word}`]))
    .join(', ') || 'None';
