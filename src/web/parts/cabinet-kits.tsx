// The brand kits of the account: given another name, and removed with a way back. They are made where a brief is filled in.
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { href } from '../../pages.ts';
import type { BrandKit } from '../../rooms/accounts/shapes.ts';
import { call } from '../client.ts';
import { withTexts } from '../late-texts.tsx';
import { Refused } from '../refused.ts';
import button from '../ui/button.module.css';
import { ErrorSummary } from '../ui/error-summary.tsx';
import field from '../ui/field.module.css';
import { TextField } from '../ui/field.tsx';
import rows from '../ui/rows.module.css';
import { SubmitButton } from '../ui/submit-button.tsx';
import { toast } from '../ui/toasts.tsx';
import { forgetDraft, useForm } from '../ui/use-form.ts';
import { useLoaded } from '../ui/use-loaded.ts';
import { Arrival } from './cabinet.tsx';
import css from './cabinet-kits.module.css';

const load = (signal: AbortSignal) => call('GET /api/Accounts/brand-kits', undefined, { signal });
const words = { 'kit.brandName': msg`Enter the brand name: the kit is called by it.` };
const shape = () => import('../../rooms/accounts/shapes.ts').then(({ brandNameShape }) => brandNameShape);

export const Kits = withTexts(() => {
  const { t, i18n } = useLingui();
  const kits = useLoaded(load);
  const [wrong, setWrong] = useState<Refused['general']>();
  const title = useRef<HTMLHeadingElement>(null);
  async function attempt(act: () => Promise<(list: BrandKit[]) => BrandKit[]>): Promise<boolean> {
    setWrong(undefined);
    try {
      kits.change(await act());
      return true;
    } catch (cause) {
      if (!(cause instanceof Refused)) throw cause;
      setWrong(cause.general);
      return false;
    }
  }
  async function remove({ id, ...kit }: BrandKit): Promise<void> {
    const removed = await attempt(async () => {
      // Removed already, it is what was wished for.
      await call('POST /api/Accounts/remove-brand-kit', { id }).catch(unlessGone);
      return (list) => list.filter((each) => each.id !== id);
    });
    if (!removed) return;
    title.current?.focus();
    const putBack = async () => {
      const all = await call('POST /api/Accounts/save-brand-kit', kit);
      return () => all;
    };
    toast({ text: t`The brand kit is removed.`, act: { label: t`Undo`, run: () => void attempt(putBack) } });
  }
  return (
    <section className={css.kits} aria-labelledby="kits">
      <h2 id="kits" ref={title} tabIndex={-1}>
        <Trans>Brand kits</Trans>
      </h2>
      <p className="soft">
        <Trans>What every brief asks of a brand, kept so that your next order starts filled in.</Trans>
      </p>
      <Arrival of={kits} waiting={null}>
        {(list) =>
          list.length === 0 ? (
            <p>
              <Trans>
                There are none yet. Choose a <a href={href('services')}>service</a>, fill in its brief, and save it as a brand kit.
              </Trans>
            </p>
          ) : (
            <ul className={rows.rows}>
              {list.map((kit) => (
                <Row key={kit.id} kit={kit} renamed={(next) => kits.change(() => next)} remove={() => remove(kit)} />
              ))}
            </ul>
          )
        }
      </Arrival>
      <p role="alert" className={field.wrong} hidden={wrong === undefined}>
        {wrong === undefined ? null : typeof wrong === 'string' ? wrong : i18n._(wrong)}
      </p>
    </section>
  );
});

function unlessGone(cause: unknown): void {
  if (!(cause instanceof Refused) || cause.status !== 404) throw cause;
}

type RowProps = { readonly kit: BrandKit; readonly renamed: (kits: BrandKit[]) => void; readonly remove: () => Promise<void> };

function Row({ kit, renamed, remove }: RowProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const left = useRef(false);
  const { brandName } = kit;
  useEffect(() => {
    if (!open && left.current) opener.current?.focus();
  }, [open]);
  const leave = () => {
    left.current = true;
    setOpen(false);
  };
  const removeIt = () => {
    setBusy(true);
    void remove().finally(() => setBusy(false));
  };
  if (open)
    return (
      <li className={rows.row}>
        <Rename kit={kit} renamed={renamed} leave={leave} />
      </li>
    );
  return (
    <li className={rows.row}>
      <div className={css.brand}>
        <p>
          <b>{brandName}</b>
        </p>
        {kit.audience === '' ? null : <p className="soft small">{kit.audience}</p>}
      </div>
      <div className={css.acts}>
        <button
          ref={opener}
          type="button"
          className={`${button.quiet} ${button.small}`}
          aria-label={t`Rename ${brandName}`}
          onClick={() => setOpen(true)}
        >
          <Trans>Rename</Trans>
        </button>
        <button
          type="button"
          className={`${button.quiet} ${button.small}`}
          aria-label={t`Remove ${brandName}`}
          aria-disabled={busy || undefined}
          onClick={busy ? undefined : removeIt}
        >
          <Trans>Remove</Trans>
        </button>
      </div>
    </li>
  );
}

type RenameProps = { readonly kit: BrandKit; readonly renamed: (kits: BrandKit[]) => void; readonly leave: () => void };

function Rename({ kit, renamed, leave }: RenameProps) {
  const { t } = useLingui();
  const name = `kit-${kit.id}`;
  const form = useForm({
    ...{ name, shape, words },
    empty: { brandName: kit.brandName },
    send: (values, options) => call('POST /api/Accounts/save-brand-kit', { ...kit, ...values }, options),
    done(kits) {
      renamed(kits);
      leave();
    },
  });
  const cancel = () => {
    forgetDraft(name);
    leave();
  };
  const of = form.field('brandName');
  useEffect(() => document.getElementById(of.id)?.focus(), [of.id]);
  return (
    <form className={css.form} {...form.props}>
      <ErrorSummary of={form.summary} id={`${name}-told`} />
      <TextField of={of} label={t`Brand name`} autoComplete="organization" />
      <div className={css.acts}>
        <SubmitButton busy={form.busy} meanwhile={t`Saving the name…`}>
          <Trans>Save the name</Trans>
        </SubmitButton>
        <button type="button" className={button.quiet} onClick={cancel}>
          <Trans>Cancel</Trans>
        </button>
      </div>
    </form>
  );
}
