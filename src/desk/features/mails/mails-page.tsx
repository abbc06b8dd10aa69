// Lists the texts of emails by topic, and which of them were changed.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mailGroups, mailLabel } from '#modules/mail/shapes-labels.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';

type MailState = { readonly subject: string; readonly isDefault: boolean; readonly isOutdated: boolean };

export function MailsPage(): ReactNode {
  const query = useQuery(deskQuery('GET /api/mails'));
  return (
    <>
      <PageHead title="Emails" />
      <DeskQueryState query={query}>
        {(listed) =>
          mailGroups.map(({ title, mails }) => (
            <Panel key={title} title={title}>
              <Table label={`${title}: texts`} cards heads={['Email', 'Subject', 'Text']}>
                {mails.map((name) => {
                  const mail = listed.find((each) => each.name === name);
                  return (
                    <tr key={name}>
                      <td className={cell.least}>
                        <Link to="/mails/$id" params={{ id: name }}>
                          {mailLabel(name)}
                        </Link>
                      </td>
                      <td className={cell.grow}>{mail?.subject}</td>
                      <td className={cell.least}>{mail ? getState(mail) : null}</td>
                    </tr>
                  );
                })}
              </Table>
            </Panel>
          ))
        }
      </DeskQueryState>
    </>
  );
}

function getState({ isDefault, isOutdated }: MailState): ReactNode {
  if (isOutdated) return <strong>Out of date</strong>;
  return isDefault ? 'Default' : 'Changed';
}
