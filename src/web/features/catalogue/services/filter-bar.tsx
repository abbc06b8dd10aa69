// Filter of the services page. Each option is a link: the server answers it without JavaScript, and it
// filters in place with it.
// The number of results is announced to screen readers.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ServiceGroup, ServicesData } from '../../../router/page/data.ts';
import { filterAddress, kindsIn, serviceKinds } from './filter.ts';
import css from './filter-bar.module.css';

type Props = { readonly kind: ServiceGroup | undefined; readonly all: ServicesData; readonly shown: ServicesData };

const FOUND = 'services-found';

export function ServiceChoice({ kind, all, shown }: Props) {
  const { t } = useLingui();
  const kinds = kindsIn(all);
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
        <Chip kind={undefined} on={kind === undefined} label={<Trans>All</Trans>} />
        {serviceKinds
          .filter((each) => each === kind || kinds.includes(each))
          .map((each) => (
            <Chip key={each} kind={each} on={each === kind} label={labels[each]} />
          ))}
      </ul>
      <p id={FOUND} className={css.found} role="status" tabIndex={-1}>
        <Count kind={kind} count={shown.services.length + shown.bundles.length} />
      </p>
    </search>
  );
}

/** nofollow: robots know all services from the unfiltered page. */
const Chip = ({ kind, on, label }: { kind: ServiceGroup | undefined; on: boolean; label: ReactNode }) => (
  <li>
    <a className={css.chip} href={filterAddress(kind)} aria-current={on ? 'true' : undefined} rel="nofollow" data-choice="">
      {label}
    </a>
  </li>
);

function Count({ kind, count }: { kind: ServiceGroup | undefined; count: number }) {
  if (kind === 'bundle') return <Plural value={count} _0="No bundles" one="# bundle" other="# bundles" />;
  return <Plural value={count} _0="No services" one="# service" other="# services" />;
}

/** The link disappears with the filter, so the focus moves to the results. */
export const ShowAll = ({ className }: { className: string | undefined }) => (
  <a
    className={className}
    href={filterAddress(undefined)}
    data-choice=""
    onClick={() => document.getElementById(FOUND)?.focus({ preventScroll: true })}
  >
    <Trans>Show all services</Trans>
  </a>
);
