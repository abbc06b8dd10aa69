// Renders static parts on the server, each once: their HTML follows from the props, the language, the
// currency and the layout data.
import type { I18n } from '@lingui/core';
import { I18nProvider, useLingui } from '@lingui/react';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { type PageContext, usePage, VisitContext } from '../../router/page/context.ts';

type Rendered = { readonly part: unknown; readonly currency: number; readonly values: readonly unknown[]; readonly html: string };

/** By the layout data, which are others after a change of the owner's texts and in another language. */
const known = new WeakMap<PageContext['shell'], Rendered[]>();

/** More than a shop's pages have. What is ordered at the log-in is different for each visitor. */
const MAX_PARTS = 60;

export function StaticHtml<PartProps extends object>({ part, props, className }: Props<PartProps>) {
  const visit = usePage();
  const { i18n } = useLingui();
  const parts = known.get(visit.shell) ?? [];
  known.set(visit.shell, parts);
  const values = Object.values(props);
  const same = (each: Rendered) =>
    each.part === part && each.currency === visit.currency && values.every((value, index) => value === each.values[index]);
  const html = parts.find(same)?.html ?? htmlOf(part, props, visit, i18n);
  if (!parts.some(same)) {
    if (parts.length === MAX_PARTS) parts.length = 0;
    parts.push({ part, currency: visit.currency, values, html });
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React wrote it.
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}

type Props<PartProps extends object> = {
  readonly part: ComponentType<PartProps>;
  readonly props: PartProps;
  readonly className: string | undefined;
};

const htmlOf = <PartProps extends object>(Part: ComponentType<PartProps>, props: PartProps, visit: PageContext, i18n: I18n): string =>
  renderToString(
    <I18nProvider i18n={i18n}>
      <VisitContext value={visit}>
        <Part {...props} />
      </VisitContext>
    </I18nProvider>,
  );
