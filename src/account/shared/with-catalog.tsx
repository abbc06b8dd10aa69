// Loads the message catalog of a lazy component, so that pages without it do not carry it (see
// ui/display/lazy.tsx).
import type { ComponentType, FunctionComponent } from 'react';
import type { TextFiles } from '#ui/i18n/catalogs.ts';
import { useCatalog } from '#ui/i18n/use-catalog.ts';

/** The server loads them with all others. */
export const late: TextFiles = {
  area: 'late',
  en: () => import('virtual:messages/late/en'),
  es: () => import('virtual:messages/late/es'),
  jp: () => import('virtual:messages/late/jp'),
};

/**
 * Renders the component once its catalog is loaded; after a language change that is slightly later than the
 * page.
 */
export function withCatalog<PartProps extends object>(
  Part: ComponentType<PartProps>,
  files: TextFiles = late,
): FunctionComponent<PartProps> {
  return function Late(props: PartProps) {
    return useCatalog(files) ? <Part {...props} /> : null;
  };
}
