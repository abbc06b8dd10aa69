// The home page with the draft's look, in each language, light and dark.
import { useState } from 'react';
import { type Locale, locales } from '../../../lib/locale.ts';
import type { BrandPreview } from '../../../modules/texts/shapes-brand.ts';
import { Tabs } from '../../../ui/display/tabs.tsx';
import { useStorefrontHtml } from '../versions/use-storefront-html.ts';
import css from './brand.module.css';
import { useDisplayFonts } from './display-fonts.ts';

type Props = { readonly preview: BrandPreview };
const themes = ['light', 'dark'] as const;

export function HomePreview({ preview: { pages, style } }: Props) {
  useDisplayFonts();
  const [locale, setLocale] = useState<Locale>('en');
  const [theme, setTheme] = useState<(typeof themes)[number]>('light');
  const page = pages.find((each) => each.locale === locale);
  return (
    <>
      <fieldset className={css.choice}>
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
        <Screen html={page?.html ?? ''} style={style} theme={theme} language={locales[locale].html} />
      </Tabs>
    </>
  );
}

type ScreenProps = { readonly html: string; readonly style: string; readonly theme: 'light' | 'dark'; readonly language: string };

/** In a shadow root, which has no root element and no body: their rules apply to its host. */
const hosted = (style: string): string =>
  style
    .replace(/@font-face\{[^}]*\}/g, '')
    .replace(/html:root/g, ':host(*)')
    .replace(/:root\[data-theme="?(\w+)"?\]/g, ':host([data-theme="$1"])')
    .replace(/:root:not\(\[data-theme\]\)/g, ':host(:not([data-theme]))')
    .replace(/:root/g, ':host')
    .replace(/(^|[},])body\{/g, '$1:host{');

function Screen({ html, style, theme, language }: ScreenProps) {
  const host = useStorefrontHtml(html, hosted(style));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
    <section className={css.screen} tabIndex={0} aria-label="Home page, as customers will see it">
      <div ref={host} lang={language} className={css.page} data-theme={theme} inert />
    </section>
  );
}
