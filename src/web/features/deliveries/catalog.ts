// Message catalog of deliveries and messages, loaded with them (see shared/with-catalog.tsx).
export const workTexts = {
  en: () => import('../../../../locales/work/en.po'),
  es: () => import('../../../../locales/work/es.po'),
  jp: () => import('../../../../locales/work/jp.po'),
} as const;
