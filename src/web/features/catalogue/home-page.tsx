// Home page: it has no behaviour, so all of it is a static part, and the browser downloads its component only
// to show it after a navigation.
import type { I18n } from '@lingui/core';
import type { Locale } from '#lib/locale.ts';
import { loadPart } from '#ui/display/lazy.tsx';
import badge from '#ui/styles/badge.module.css';
import button from '#ui/styles/button.module.css';
import card from '#ui/styles/card.module.css';
import eyebrow from '#ui/styles/eyebrow.module.css';
import type { ScreenProps } from '../../router/page/data.ts';
import questionCss from '../../shared/question-list.module.css';
import glyphCss from '../../shared/service-icon.module.css';
import { StaticPart } from '../../shared/static-part/static-part.tsx';
import bundleCss from './bundle-row.module.css';
import exampleCss from './example-order.module.css';
import css from './home-page.module.css';
import changeCss from './samples/change.module.css';
import monthCss from './samples/month.module.css';
import pictureCss from './samples/picture.module.css';
import sampleCss from './samples/sample-part.module.css';
import serviceCss from './service-card.module.css';

const styles = [
  badge,
  button,
  card,
  eyebrow,
  questionCss,
  glyphCss,
  bundleCss,
  exampleCss,
  css,
  changeCss,
  monthCss,
  pictureCss,
  sampleCss,
  serviceCss,
];

const ContentOnServer = import.meta.env.SSR ? (await import('./home-content.tsx')).HomeContent : undefined;
const loadContent = () => import('./home-content.tsx').then(({ LateHomeContent }) => LateHomeContent);

function HomePage({ data }: ScreenProps<'home'>) {
  return <StaticPart styles={styles} server={ContentOnServer} load={loadContent} props={{ data }} />;
}

export { HomePage as Screen };

/** Before a navigation shows the page, so that it appears as a whole. */
export const loadParts = async (i18n: I18n, locale: Locale): Promise<void> => {
  const { loadHomeMessages } = await import('./home-content.tsx');
  await Promise.all([loadPart(loadContent), loadHomeMessages(i18n, locale)]);
};
