// Filter of the services page. Each option is a link that the server answers; with its script, it filters in
// place. The number of results is announced to screen readers.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ServiceGroup, ServicesData } from '#ui/page/data.ts';
import { filterAddress, filterServices, listKinds, serviceKinds } from './filter.ts';
import css from './filter-bar.module.css';

type Props = { readonly kind: ServiceGroup | undefined; readonly all: ServicesData; readonly filtered: ServicesData };

const FOUND = 'services-found';

export function ServiceChoice({ kind, all, filtered }: Props) {
  const { t } = useLingui();
  const kinds = listKinds(all);
  const isOneKind = kinds.filter((each) => each !== 'bundle').length === 1;
  const labels: Readonly<Record<ServiceGroup, string>> = {
    posts: t`Social posts`,
    texts: isOneKind ? t`Single services` : t`Texts`,
    checks: t`Text checks`,
    bundle: t`Bundles`,
  };
  return (
    <search className={css.choice} aria-label={t`What do you need?`}>
      <ul className={css.chips}>
        <Chip kind={undefined} on={kind === undefined} all={all}>
          {t`All`}
        </Chip>
        {serviceKinds
          .filter((each) => each === kind || kinds.includes(each))
          .map((each) => (
            <Chip key={each} kind={each} on={each === kind} all={all}>
              {labels[each]}
            </Chip>
          ))}
      </ul>
      <p id={FOUND} className={css.found} role="status" tabIndex={-1}>
        <Count kind={kind} count={countShown(filtered)} />
      </p>
    </search>
  );
}

type ChipProps = Pick<Props, 'kind' | 'all'> & { readonly on: boolean; readonly children: ReactNode };

/** nofollow: robots know all services from the unfiltered page. */
const Chip = ({ kind, on, all, children }: ChipProps) => (
  <li>
    <a className={css.chip} href={filterAddress(kind)} aria-current={on ? 'true' : undefined} rel="nofollow" data-choice={kind ?? ''}>
      {children}
      {/* What the script announces. */}
      <template>
        <Count kind={kind} count={countShown(filterServices(all, kind))} />
      </template>
    </a>
  </li>
);

const countShown = ({ services, bundles }: ServicesData): number => services.length + bundles.length;

function Count({ kind, count }: { kind: ServiceGroup | undefined; count: number }) {
  if (kind === 'bundle') return <Plural value={count} _0="No bundles" one="# bundle" other="# bundles" />;
  return <Plural value={count} _0="No services" one="# service" other="# services" />;
}

/** To the number of results, which then has the focus. */
export const ShowAll = ({ className }: { className: string | undefined }) => (
  <a className={className} href={`${filterAddress(undefined)}#${FOUND}`}>
    <Trans>Show all services</Trans>
  </a>
);
