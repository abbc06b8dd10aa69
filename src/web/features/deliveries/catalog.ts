// The texts of deliveries and messages, which come with them (see late-texts.tsx).
export const workTexts = {
  en: () => import('../../../../locales/work/en.po'),
  es: () => import('../../../../locales/work/es.po'),
  jp: () => import('../../../../locales/work/jp.po'),
} as const;
