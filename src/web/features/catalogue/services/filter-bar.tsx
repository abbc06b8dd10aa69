// Filters of the services page. Each option is a link: the server answers it without JavaScript, and it filters in place with it.
// The number of results is announced to screen readers.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ServicesData } from '../../../router/page/data.ts';
import { filterAddress, madeFor, platformName, type ServiceFilter, type Sifted, serviceKinds } from './filter.ts';
import css from './filter-bar.module.css';

type Props = {
  readonly filter: ServiceFilter;
  readonly platforms: ServicesData['platforms'];
  readonly shown: Sifted;
};

const FOUND = 'services-found';

export function ServiceChoice({ filter, platforms, shown }: Props) {
  const { t } = useLingui();
  const { kind, platform } = filter;
  const labels = { service: t`Single services`, bundle: t`Bundles` } as const;
  return (
    <search className={css.choice}>
      <FilterRow name={<Trans>Kind</Trans>} id="choice-kind">
        <Chip filter={{ platform, kind: undefined }} on={kind === undefined} label={<Trans>All</Trans>} />
        {serviceKinds.map((each) => (
          <Chip key={each} filter={{ platform, kind: each }} on={each === kind} label={labels[each]} />
        ))}
      </FilterRow>
      <FilterRow name={<Trans>Where will it be read?</Trans>} id="choice-platform">
        <Chip filter={{ kind, platform: undefined }} on={platform === undefined} label={<Trans>Anywhere</Trans>} />
        {platforms.map((each) => (
          <Chip key={each.key} filter={{ kind, platform: each }} on={each === platform} label={each.name} />
        ))}
      </FilterRow>
      <FilterResult filter={filter} shown={shown} />
    </search>
  );
}

const FilterRow = ({ name, id, children }: { name: ReactNode; id: string; children: ReactNode }) => (
  <div className={css.row}>
    <span className={css.name} id={id}>
      {name}
    </span>
    <ul className={css.chips} aria-labelledby={id}>
      {children}
    </ul>
  </div>
);

/** nofollow: robots know all services from the unfiltered page. */
const Chip = ({ filter, on, label }: { filter: ServiceFilter; on: boolean; label: ReactNode }) => (
  <li>
    <a className={css.chip} href={filterAddress(filter)} aria-current={on ? 'true' : undefined} rel="nofollow" data-choice="">
      {label}
    </a>
  </li>
);

function FilterResult({ filter: { kind, platform }, shown }: Omit<Props, 'platforms'>) {
  const { t } = useLingui();
  const count = shown.services.length + shown.bundles.length;
  const special = platform ? madeFor(shown, platform) : [];
  const names = special.map(({ name }) => name).join(t({ message: ', ', comment: 'Between the names of services' }));
  const place = platform && platformName(platform);
  const found = <Count kind={kind} count={count} />;
  return (
    <div className={css.foot}>
      <p id={FOUND} className={css.found} role="status" tabIndex={-1}>
        {platform ? (
          <Trans>
            {found} for {platform.name}
          </Trans>
        ) : (
          found
        )}
      </p>
      {kind || platform ? <ShowAll className={css.clear} /> : null}
      {special.length > 0 && special.length < count ? (
        <p className={css.note}>
          <Trans>
            Made for {place}: {names}. The rest fits any place.
          </Trans>
        </p>
      ) : null}
    </div>
  );
}

function Count({ kind, count }: { kind: ServiceFilter['kind']; count: number }) {
  if (kind === 'bundle') return <Plural value={count} _0="No bundle" one="# bundle" other="# bundles" />;
  return <Plural value={count} _0="No service" one="# service" other="# services" />;
}

/** The link disappears with the filter, so the focus moves to the results. */
export const ShowAll = ({ className }: { className: string | undefined }) => (
  <a
    className={className}
    href={filterAddress({ kind: undefined, platform: undefined })}
    data-choice=""
    onClick={() => document.getElementById(FOUND)?.focus({ preventScroll: true })}
  >
    <Trans>Show everything</Trans>
  </a>
);
