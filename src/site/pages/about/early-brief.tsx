// The brief before the account: hidden until src/site/enhance/early-brief.ts shows it to visitors without
// one. Its fields are drawn from these templates when it is opened.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { fillPath } from '#lib/url-path.ts';
import { Button } from '#ui/display/button.tsx';
import field from '#ui/forms/field.module.css';
import { usePage } from '#ui/page/context.ts';
import type { ServiceSheet } from '#ui/page/data.ts';
import packs from '../../../account/features/brief/offer-picker.module.css';
import { href } from '../../../pages.ts';
import question from '../question-list.module.css';
import css from './about-page.module.css';
import '#ui/styles/controls.css';

export function EarlyBrief({ slug, name }: Pick<ServiceSheet, 'slug' | 'name'>) {
  const { t } = useLingui();
  const { currency } = usePage();
  const data = { 'data-service': slug, 'data-currency': currency, 'data-optional': t`(optional)`, 'data-lines': t`One per line.` };
  return (
    <details className={`${question.question} ${css.early}`} id="early-brief" hidden {...data}>
      <summary>
        <Trans>Fill in your brief now, without an account</Trans>
      </summary>
      <form action={fillPath(href('service'), { id: slug })}>
        <input type="hidden" name="brief" disabled />
        <p>
          <Trans>
            It stays in this browser for a week and isn’t sent. When you order, you create an account or log in, and it’s in your cart.
          </Trans>
        </p>
        <div data-fields="" className={css.brief}>
          {t`Loading…`}
        </div>
        <Button text={t`Order ${name}`} type="submit" look="main" />
        <Button text={t`Clear the brief`} type="reset" look="link" />
      </form>
      <Templates />
    </details>
  );
}

const Labelled = ({ children }: { readonly children: ReactNode }) => (
  <div className={field.field}>
    <label htmlFor="brief-model" data-label="">
      …
    </label>
    <p className={field.hint} data-help="" />
    {children}
  </div>
);

const Templates = () => (
  <>
    <template data-shape="input">
      <Labelled>
        <input className={field.input} id="brief-model" autoComplete="off" />
      </Labelled>
    </template>
    <template data-shape="area">
      <Labelled>
        <textarea className={field.input} id="brief-model" rows={4} />
      </Labelled>
    </template>
    <template data-shape="select">
      <Labelled>
        <select className={field.input} id="brief-model">
          <option value="">…</option>
        </select>
      </Labelled>
    </template>
    <template data-shape="ticks">
      <fieldset className={packs.part}>
        <legend data-label="" />
        <p className={field.hint} data-help="" />
        <label className={field.tick}>
          <input type="checkbox" />
          <span>…</span>
        </label>
      </fieldset>
    </template>
    <template data-shape="tick">
      <div className={field.field}>
        <div className={field.tick}>
          <input type="checkbox" id="brief-model" />
          <label htmlFor="brief-model" data-label="">
            …
          </label>
        </div>
        <p className={field.hint} data-help="" />
      </div>
    </template>
  </>
);
