// The policies as they are in force, each language with its version.

import { useMay } from '../../shared/api/me.ts';
import { useAsked } from '../../shared/api/query-cache.ts';
import { Answer } from '../../shared/api/query-state.tsx';
import { Link } from '../../shared/browser/location.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { None, Panel } from '../../shared/layout/panel.tsx';

function EditLink({ name, title }: { readonly name: string; readonly title: string }) {
  const mayEdit = useMay('policies.edit');
  return (
    <Link href={`/policies/${name}`}>
      {mayEdit ? 'Edit' : 'Open'}
      <span className="unseen"> {title}</span>
    </Link>
  );
}

export function Page() {
  const asked = useAsked('GET /api/policies');
  return (
    <>
      <PageHead title="Policies" />
      <p>
        Policies are files of the shop’s folder, and can be edited here as well: whatever was changed later counts. An order keeps the
        versions that its customer agreed to.
      </p>
      <Answer of={asked}>
        {(policies) =>
          policies.map(({ name, texts }) => (
            <Panel key={name} title={texts[0]?.title ?? name} beside={<EditLink name={name} title={texts[0]?.title ?? name} />}>
              {texts.map(({ locale, title, version, updated, html, file }) => (
                <details key={locale}>
                  <summary>
                    {title} ({locale}), version {version} of {updated}
                  </summary>
                  <None>
                    <code className="small">{file}</code>
                  </None>
                  {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made from the owner's Markdown by the shop itself, without any HTML of its own. */}
                  <div lang={locale === 'jp' ? 'ja' : locale} dangerouslySetInnerHTML={{ __html: html }} />
                </details>
              ))}
            </Panel>
          ))
        }
      </Answer>
    </>
  );
}
