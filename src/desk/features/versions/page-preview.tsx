// A page of the storefront with a draft, in each language, light and dark.
import { useEffect, useState } from 'react';
import { type BuiltInLocale, locales } from '#lib/locale.ts';
import type { PagePreview } from '#modules/content/shapes.ts';
import { Tabs } from '#ui/display/tabs.tsx';
import { useDisplayFonts } from './display-fonts.ts';
import css from './page-preview.module.css';
import { useStorefrontHtml } from './use-storefront-html.ts';

type Props = {
  readonly preview: PagePreview;
  /** The name of the page. */
  readonly label: string;
  /** Shows what a visitor has to open, such as answers. */
  readonly isOpened?: boolean;
};
const themes = ['light', 'dark'] as const;

export function PagePreviewPanel({ preview: { pages, style }, label, isOpened = false }: Props) {
  useDisplayFonts();
  const [locale, setLocale] = useState<BuiltInLocale>('en');
  const [theme, setTheme] = useState<(typeof themes)[number]>('light');
  const page = pages.find((each) => each.locale === locale);
  return (
    <>
      <fieldset className={css.theme}>
        <legend>Theme</legend>
        {themes.map((each) => (
          <label key={each} className={css.option}>
            <input type="radio" name="theme" checked={each === theme} onChange={() => setTheme(each)} />
            {each === 'light' ? 'Light' : 'Dark'}
          </label>
        ))}
      </fieldset>
      <Tabs
        label="Language"
        tabs={pages.map((each) => ({ id: each.locale, label: locales[each.locale].name }))}
        chosen={locale}
        choose={setLocale}
      >
        <Screen label={label} isOpened={isOpened} html={page?.html ?? ''} style={style} theme={theme} language={locales[locale].html} />
      </Tabs>
    </>
  );
}

type ScreenProps = Required<Omit<Props, 'preview'>> & {
  readonly html: string;
  readonly style: string;
  readonly theme: (typeof themes)[number];
  readonly language: string;
};

/** In a shadow root, which has no root element and no body: their rules apply to its host. */
const toHostStyle = (style: string): string =>
  style
    .replace(/@font-face\{[^}]*\}/g, '')
    .replace(/html:root/g, ':host(*)')
    .replace(/:root\[data-theme="?(\w+)"?\]/g, ':host([data-theme="$1"])')
    .replace(/:root:not\(\[data-theme\]\)/g, ':host(:not([data-theme]))')
    .replace(/:root/g, ':host')
    .replace(/(^|[},])body\{/g, '$1:host{');

function Screen({ label, isOpened, html, style, theme, language }: ScreenProps) {
  const host = useStorefrontHtml(html, toHostStyle(style));
  useEffect(() => {
    if (!isOpened || !html) return;
    for (const details of host.current?.shadowRoot?.querySelectorAll<HTMLDetailsElement>('main details') ?? []) details.open = true;
  }, [isOpened, html, host]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
    <section className={css.screen} tabIndex={0} aria-label={`${label}, as customers will see it`}>
      <div ref={host} lang={language} className={css.page} data-theme={theme} inert />
    </section>
  );
}
