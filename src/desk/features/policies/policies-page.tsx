// Lists the policies in force, with the version of each language.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type BuiltInLocale, locales } from '#lib/locale.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel } from '../../shared/layout/panel.tsx';
import { formatDay } from '../../shared/values/moment.tsx';

function EditLink({ name, title }: { readonly name: string; readonly title: string }) {
  const mayEdit = useMay('policies.edit');
  return (
    <Link to="/policies/$id" params={{ id: name }}>
      {mayEdit ? 'Edit' : 'Open'}
      <span className="unseen"> {title}</span>
    </Link>
  );
}

export function PoliciesPage(): ReactNode {
  const query = useQuery(deskQuery('GET /api/policies'));
  return (
    <>
      <PageHead title="Policies" />
      <p>Orders keep the version that their customer agreed to.</p>
      <DeskQueryState query={query}>
        {(policies) =>
          policies.map(({ name, texts }) => (
            <Panel key={name} title={texts[0]?.title ?? name} beside={<EditLink name={name} title={texts[0]?.title ?? name} />}>
              {texts.map(({ locale, title, version, updated, html }) => (
                <details key={locale}>
                  <summary>
                    {title} ({locales[locale as BuiltInLocale].name}), version {version}, {formatDay(updated)}
                  </summary>
                  {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made from the owner's Markdown by the shop itself, without any HTML of its own. */}
                  <div lang={locale === 'jp' ? 'ja' : locale} dangerouslySetInnerHTML={{ __html: html }} />
                </details>
              ))}
            </Panel>
          ))
        }
      </DeskQueryState>
    </>
  );
}
