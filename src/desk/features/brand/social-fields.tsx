// Links to the shop's profiles elsewhere.
import { MAX_SOCIAL_LINKS } from '#lib/look/look.ts';
import type { BrandDraft } from '#modules/texts/shapes-brand.ts';
import button from '#ui/styles/button.module.css';
import { type DeskMutation, DeskTextField } from '../../shared/forms/stateful-form.tsx';
import css from './brand.module.css';

type Links = BrandDraft['social'];
type Props = { readonly links: Links; readonly onLinks: (links: Links) => void; readonly sending: DeskMutation };

export function SocialFields({ links, onLinks, sending }: Props) {
  const change = (index: number, changes: Partial<Links[number]>) =>
    onLinks(links.map((link, at) => (at === index ? { ...link, ...changes } : link)));
  return (
    <div className={css.fields}>
      {links.map(({ name, url }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link has nothing else that stays while it is typed.
        <fieldset key={index} className={css.link}>
          <legend className="unseen">Link {index + 1}</legend>
          <DeskTextField
            label="Name"
            name={`social[${index}].name`}
            sending={sending}
            value={name}
            onValue={(text) => change(index, { name: text })}
          />
          <DeskTextField
            label="Address"
            name={`social[${index}].url`}
            sending={sending}
            value={url}
            inputMode="url"
            onValue={(text) => change(index, { url: text })}
          />
          <button
            className={`${button.quiet} ${button.small}`}
            type="button"
            aria-label={`Remove ${name || `link ${index + 1}`}`}
            onClick={() => onLinks(links.filter((_, at) => at !== index))}
          >
            Remove
          </button>
        </fieldset>
      ))}
      {links.length < MAX_SOCIAL_LINKS ? (
        <div>
          <button className={`${button.quiet} ${button.small}`} type="button" onClick={() => onLinks([...links, { name: '', url: '' }])}>
            Add a link
          </button>
        </div>
      ) : null}
    </div>
  );
}
