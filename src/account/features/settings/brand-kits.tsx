// Brand kits of the account: rename, and remove with undo. They are created in the brief form.

import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { BrandKit } from '#modules/accounts/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { showToast } from '#ui/feedback/messages.ts';
import field from '#ui/forms/field.module.css';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import rows from '#ui/styles/rows.module.css';
import { href } from '../../../pages.ts';
import { brandKitsQuery, queryClient } from '../../api/queries.ts';
import { QueryState } from '../../layout/client-area/client-area.tsx';
import css from './brand-kits.module.css';
import { NamedRow, RenameForm } from './named-row.tsx';

const words = { 'kit.brandName': msg`Enter your brand name. The kit is named after it.` };
const loadShape = () => import('#modules/accounts/shapes.ts').then(({ brandNameShape }) => brandNameShape);

export function Kits() {
  const { t, i18n } = useLingui();
  const kits = useQuery(brandKitsQuery);
  const [error, setError] = useState<ApiError['general']>();
  const title = useRef<HTMLHeadingElement>(null);
  async function attempt(act: () => Promise<(list: BrandKit[]) => BrandKit[]>): Promise<boolean> {
    setError(undefined);
    try {
      const update = await act();
      queryClient.setQueryData(brandKitsQuery.queryKey, (list) => list && update(list));
      return true;
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setError(cause.general);
      return false;
    }
  }
  async function remove({ id, ...kit }: BrandKit): Promise<void> {
    const removed = await attempt(async () => {
      // Already removed: counts as success.
      await call('POST /api/Accounts/remove-brand-kit', { id }).catch(ignoreNotFound);
      return (list) => list.filter((each) => each.id !== id);
    });
    if (!removed) return;
    title.current?.focus();
    const putBack = async () => {
      const all = await call('POST /api/Accounts/save-brand-kit', kit);
      return () => all;
    };
    showToast({ text: t`Brand kit removed.`, act: { label: t`Undo`, run: () => void attempt(putBack) } });
  }
  return (
    <section className={css.kits} aria-labelledby="kits">
      <h2 id="kits" ref={title} tabIndex={-1}>
        {t`Brand kits`}
      </h2>
      <p className="soft">{t`Save your brand details once, and we’ll fill in your next brief.`}</p>
      <QueryState query={kits} waiting={null}>
        {(list) =>
          list.length === 0 ? (
            <p>
              <Trans>
                No brand kits yet. Choose a <a href={href('services')}>service</a>, fill in the brief and save it as a brand kit.
              </Trans>
            </p>
          ) : (
            <ul className={rows.rows}>
              {list.map((kit) => (
                <BrandKitRow
                  key={kit.id}
                  kit={kit}
                  renamed={(next) => queryClient.setQueryData(brandKitsQuery.queryKey, next)}
                  remove={() => remove(kit)}
                />
              ))}
            </ul>
          )
        }
      </QueryState>
      <p role="alert" className={field.error} hidden={error === undefined}>
        {error === undefined ? null : typeof error === 'string' ? error : i18n._(error)}
      </p>
    </section>
  );
}

function ignoreNotFound(cause: unknown): void {
  if (!(cause instanceof ApiError) || cause.status !== 404) throw cause;
}

type BrandKitRowProps = { readonly kit: BrandKit; readonly renamed: (kits: BrandKit[]) => void; readonly remove: () => Promise<void> };

function BrandKitRow({ kit, renamed, remove }: BrandKitRowProps) {
  const { t } = useLingui();
  const { brandName, audience } = kit;
  const { press } = useMutation(ApiError);
  return (
    <NamedRow
      name={brandName}
      about={audience === '' ? null : <p className="soft small">{audience}</p>}
      remove={press(remove)}
      rename={(leave) => (
        <RenameForm
          {...{ name: `kit-${kit.id}`, shape: loadShape, words, renamed, leave }}
          empty={{ brandName }}
          send={(values, options) => call('POST /api/Accounts/save-brand-kit', { ...kit, ...values }, options)}
          field="brandName"
          label={t`Brand name`}
          autoComplete="organization"
        />
      )}
    />
  );
}
