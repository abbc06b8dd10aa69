// Links to the shop's profiles elsewhere.

import { MAX_SOCIAL_LINKS } from '#lib/look/look.ts';
import type { BrandDraft } from '#modules/texts/shapes-brand.ts';
import { Button } from '#ui/display/button.tsx';
import { TextField, useField } from '../../shared/forms/fields.tsx';
import css from './brand.module.css';

export function SocialFields() {
  const { value: links, change } = useField<BrandDraft['social']>('social');
  return (
    <div className={css.fields}>
      {links.map(({ name }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link has nothing else that stays while it is typed.
        <fieldset key={index} className={css.link}>
          <legend className="unseen">Link {index + 1}</legend>
          <TextField label="Name" name={`social.${index}.name`} />
          <TextField label="Address" name={`social.${index}.url`} inputMode="url" />
          <Button
            text="Remove"
            small
            aria-label={`Remove ${name || `link ${index + 1}`}`}
            onClick={() => change(links.filter((_, at) => at !== index))}
          />
        </fieldset>
      ))}
      {links.length < MAX_SOCIAL_LINKS ? (
        <div>
          <Button text="Add a link" small onClick={() => change([...links, { name: '', url: '' }])} />
        </div>
      ) : null}
    </div>
  );
}
