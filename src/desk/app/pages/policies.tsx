// The policies as they are in force, each language with its version.
import { useAsked } from '../kept.ts';
import { Answer } from '../parts/answer.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { None, Panel } from '../parts/panel.tsx';

export function Page() {
  const asked = useAsked('GET /api/policies');
  return (
    <>
      <PageHead title="Policies" />
      <p>
        Policies are files of the shop’s folder. Whoever changes one raises its version and its day there; an order keeps the versions that
        its customer agreed to.
      </p>
      <Answer of={asked}>
        {(policies) =>
          policies.map(({ name, texts }) => (
            <Panel key={name} title={texts[0]?.title ?? name}>
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
