// Previews a draft of the catalogue: the list of changes, and the service page in every language.
import { useState } from 'react';
import { type BuiltInLocale, locales } from '#lib/locale.ts';
import type { CataloguePreview } from '#modules/settings/content/shapes.ts';
import { Tabs } from '#ui/display/tabs.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { useDeskLabels } from '../../shared/values/words.ts';
import { useStorefrontHtml } from '../versions/use-storefront-html.ts';
import css from '../versions/versions.module.css';

type Props = { readonly preview: CataloguePreview /** Everything in it is new. */; readonly isNew?: boolean };

export function CatalogueReview({ preview: { changes, conditions, pages, style }, isNew = false }: Props) {
  const [locale, setLocale] = useState<BuiltInLocale>('en');
  const page = pages.find((each) => each.locale === locale);
  return (
    <>
      {isNew ? null : (
        <Panel title="Changes">{changes.length === 0 ? <PanelNote>No visible changes.</PanelNote> : <Changes changes={changes} />}</Panel>
      )}
      {conditions.length > 0 ? (
        <Panel title="Conditional questions">
          <Table label="Questions and their conditions" heads={['Question', 'Asked only if']}>
            {conditions.map(({ question, onlyIf }) => (
              <tr key={question}>
                <td className={cell.grow}>{question}</td>
                <td className={cell.grow}>{onlyIf}</td>
              </tr>
            ))}
          </Table>
        </Panel>
      ) : null}
      {page ? (
        <Panel title="Preview">
          <PanelNote>Shown in the published brand.</PanelNote>
          <Tabs
            label="Language"
            tabs={pages.map((each) => ({ id: each.locale, label: locales[each.locale].name }))}
            chosen={locale}
            choose={setLocale}
          >
            <ServicePreview html={page.html} style={style} language={locales[locale].html} />
          </Tabs>
        </Panel>
      ) : null}
    </>
  );
}

function Changes({ changes }: Pick<CataloguePreview, 'changes'>) {
  const { all } = useDeskLabels();
  const findUnit = (offerId: string): string | undefined => all?.offers.find(({ id }) => id === offerId)?.unit;
  // "Offer logo-3: price in EUR" names the offer by its id.
  const nameOffer = (what: string): string => what.replace(/^Offer ([a-z0-9-]+)/, (whole, id: string) => findUnit(id) ?? whole);
  return (
    <Table label="Changed values" heads={['Field', 'Before', 'After']}>
      {changes.map(({ what, before, after }) => (
        <tr key={what}>
          <td>{nameOffer(what)}</td>
          <td className={cell.grow}>
            {before === null ? <span className="soft">new</span> : <span className={css.change}>{before}</span>}
          </td>
          <td className={cell.grow}>
            {after === null ? <span className="soft">removed</span> : <span className={css.change}>{after}</span>}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function ServicePreview({ html, style, language }: { readonly html: string; readonly style: string; readonly language: string }) {
  return <div ref={useStorefrontHtml(html, toShadowStyle(style))} lang={language} className={css.shown} />;
}

/**
 * A shadow root has no `:root`, and the storefront's tokens have other names than the desk's. It is light or
 * dark as the desk is.
 */
const toShadowStyle = (style: string): string => `${style.replace(/(?:html)?(?::root)+(?=[{,])/g, ':host')}:host{color-scheme:inherit}`;
