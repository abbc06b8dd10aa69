// The form of the brand: words, look, logos and addresses.

import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type BuiltInLocale, builtInLocales, locales } from '#lib/locale.ts';
import { cornerNames, densityNames, MAX_SOCIAL_LINKS, type TypeName, typeNames } from '#lib/look/look.ts';
import { type LogoName, logoNames } from '#lib/rendering.ts';
import type { BrandForm as BrandText } from '#modules/content/shapes-brand.ts';
import { Button } from '#ui/display/button.tsx';
import { Tabs } from '#ui/display/tabs.tsx';
import type { ApiForm } from '#ui/forms/use-api-form.ts';
import { AreaField, CheckField, TextField, useField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { OtherLanguagesOfTexts } from '../../shared/forms/other-languages.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { fontFamilies, useDisplayFonts } from '../versions/display-fonts.ts';
import { AccentField } from './accent-field.tsx';
import css from './brand.module.css';
import { LogoField } from './logo-field.tsx';

export type BrandValues = { readonly from: number; readonly text: BrandText };

export function BrandForm({ form }: { readonly form: ApiForm<BrandValues> }) {
  return (
    <Form form={form} submit="Preview">
      <Panel title="Name and words">
        <TextField label="Name" name="text.name" />
        <Words />
      </Panel>
      <Logos />
      <Panel title="Look">
        <LookFields />
      </Panel>
      <Panel title="Email">
        <TextField label="Sender" name="text.mailFrom" hint="Of every email, such as Your Shop <hello@your-domain.com>." />
        <TextField label="Support address" name="text.supportEmail" type="email" hint="Answers to our emails go there." />
      </Panel>
      <Panel title="Links to your profiles">
        <PanelNote>In the footer of every page.</PanelNote>
        <SocialFields />
      </Panel>
    </Form>
  );
}

const tabs = builtInLocales.map((locale) => ({ id: locale, label: locales[locale].name }));

function Words() {
  const [locale, setLocale] = useState<BuiltInLocale>('en');
  return (
    <Tabs label="Language" tabs={tabs} chosen={locale} choose={setLocale}>
      <div key={locale} className={css.fields} lang={locales[locale].html}>
        <TextField label="Tagline" name={`text.tagline.${locale}`} hint="The headline of the home page and of share pictures." />
        <AreaField
          label="What you do"
          name={`text.claim.${locale}`}
          hint="Two sentences, in the footer of every page and for search engines."
        />
        <OtherLanguagesOfTexts />
      </div>
    </Tabs>
  );
}

const logoTexts: Readonly<Record<LogoName, { readonly label: string; readonly hint: string }>> = {
  logo: { label: 'Logo', hint: 'In the header of every page, in emails and share pictures.' },
  'logo-dark': { label: 'Logo for dark pages', hint: 'Only if the logo can’t be seen on dark.' },
  icon: { label: 'Icon', hint: 'Square, for browser tabs and home screens. Without it: your logo if it is square, or your first letter.' },
};

function Logos() {
  const hasLogo = useWatch({ name: 'text.logos.logo' });
  return (
    <Panel title="Logo">
      <PanelNote>
        SVG or PNG, up to 256 kB. Convert text in an SVG to outlines. Without a logo, pages show the shop’s mark and your name.
      </PanelNote>
      <div className={css.logos}>
        {logoNames.map((name) => (
          <LogoField key={name} {...logoTexts[name]} name={`text.logos.${name}`} isDark={name === 'logo-dark'} />
        ))}
      </div>
      {hasLogo ? (
        <CheckField name="text.logoIncludesName" className={css.check}>
          The logo contains the name
        </CheckField>
      ) : null}
    </Panel>
  );
}

const typeLabels: Readonly<Record<TypeName, string>> = {
  grotesque: 'Bricolage Grotesque',
  serif: 'Fraunces',
  geometric: 'Space Grotesk',
  literary: 'Newsreader',
  system: 'System font',
};
const cornerLabels = { round: 'Round', soft: 'Soft', square: 'Square' } as const;
const densityLabels = { airy: 'Airy', compact: 'Compact' } as const;

function LookFields() {
  useDisplayFonts();
  return (
    <>
      <AccentField />
      <Choice
        label="Headings"
        name="text.look.type"
        options={typeNames}
        labels={typeLabels}
        getStyle={(type) => ({ fontFamily: fontFamilies[type] })}
      />
      <Choice label="Corners" name="text.look.corners" options={cornerNames} labels={cornerLabels} />
      <Choice label="Spacing" name="text.look.density" options={densityNames} labels={densityLabels} />
    </>
  );
}

type ChoiceProps<T extends string> = {
  readonly label: string;
  readonly name: string;
  readonly options: readonly T[];
  readonly labels: Readonly<Record<T, string>>;
  readonly getStyle?: (option: T) => { readonly fontFamily: string };
};

function Choice<T extends string>({ label, name, options, labels, getStyle }: ChoiceProps<T>) {
  const { value, change } = useField<T>(name);
  return (
    <fieldset className={css.choice}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option} className={css.option} style={getStyle?.(option)}>
          <input type="radio" name={name} checked={option === value} onChange={() => change(option)} />
          {labels[option]}
        </label>
      ))}
    </fieldset>
  );
}

/** Links to the shop's profiles elsewhere. */
function SocialFields() {
  const { value: links, change } = useField<BrandText['social']>('text.social');
  return (
    <div className={css.fields}>
      {links.map(({ name }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link has nothing else that stays while it is typed.
        <fieldset key={index} className={css.link}>
          <legend className="unseen">Link {index + 1}</legend>
          <TextField label="Name" name={`text.social.${index}.name`} />
          <TextField label="Address" name={`text.social.${index}.url`} inputMode="url" />
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
