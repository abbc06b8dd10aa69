// The form of the brand: words, look and logos.
import { useState } from 'react';
import { type BuiltInLocale, builtInLocales, locales } from '#lib/locale.ts';
import { cornerNames, densityNames, type ShopLook, type TypeName, typeNames } from '#lib/look/look.ts';
import { type LogoName, logoNames } from '#lib/rendering.ts';
import type { BrandDraft } from '#modules/texts/shapes-brand.ts';
import { Tabs } from '#ui/display/tabs.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { DeskApiError } from '../../shared/api/client.ts';
import { OtherLanguagesOfTexts } from '../../shared/forms/other-languages.tsx';
import { AreaField, type DeskMutation, DeskTextField, Form } from '../../shared/forms/stateful-form.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { fontFamilies, useDisplayFonts } from '../versions/display-fonts.ts';
import { OtherFaults } from '../versions/versions.tsx';
import { AccentField } from './accent-field.tsx';
import css from './brand.module.css';
import { LogoField } from './logo-field.tsx';
import { SocialFields } from './social-fields.tsx';

type Props = {
  readonly draft: BrandDraft;
  readonly onDraft: (changes: Partial<BrandDraft>) => void;
  readonly onPreview: () => Promise<void>;
};

const tabs = builtInLocales.map((locale) => ({ id: locale, label: locales[locale].name }));

export function BrandForm({ draft, onDraft, onPreview }: Props) {
  const sending = useMutation(DeskApiError);
  return (
    <Form sending={sending} onSend={onPreview} submit="Preview">
      <OtherFaults of={sending.failure} />
      <Panel title="Name and words">
        <DeskTextField label="Name" name="name" sending={sending} value={draft.name} onValue={(name) => onDraft({ name })} />
        <Words draft={draft} onDraft={onDraft} sending={sending} />
      </Panel>
      <Logos draft={draft} onDraft={onDraft} sending={sending} />
      <Panel title="Look">
        <LookFields look={draft.look} onLook={(changes) => onDraft({ look: { ...draft.look, ...changes } })} sending={sending} />
      </Panel>
      <Panel title="Links to your profiles">
        <PanelNote>In the footer of every page.</PanelNote>
        <SocialFields links={draft.social} onLinks={(social) => onDraft({ social })} sending={sending} />
      </Panel>
    </Form>
  );
}

type FieldsProps = Omit<Props, 'onPreview'> & { readonly sending: DeskMutation };

function Words({ draft, onDraft, sending }: FieldsProps) {
  const [locale, setLocale] = useState<BuiltInLocale>('en');
  const field = (name: 'tagline' | 'claim', label: string, hint: string) => ({
    label,
    hint,
    sending,
    name: `${name}.${locale}`,
    value: draft[name][locale],
    onValue: (text: string) => onDraft({ [name]: { ...draft[name], [locale]: text } }),
  });
  return (
    <Tabs label="Language" tabs={tabs} chosen={locale} choose={setLocale}>
      <div key={locale} className={css.fields} lang={locales[locale].html}>
        <DeskTextField {...field('tagline', 'Tagline', 'The headline of the home page and of share pictures.')} />
        <AreaField {...field('claim', 'What you do', 'Two sentences, in the footer of every page and for search engines.')} />
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

function Logos({ draft, onDraft, sending }: FieldsProps) {
  const { logos, logoIncludesName } = draft;
  return (
    <Panel title="Logo">
      <PanelNote>
        SVG or PNG, up to 256 kB. Convert text in an SVG to outlines. Without a logo, pages show the shop’s mark and your name.
      </PanelNote>
      <div className={css.logos}>
        {logoNames.map((name) => (
          <LogoField
            key={name}
            {...logoTexts[name]}
            name={`logos.${name}`}
            isDark={name === 'logo-dark'}
            file={logos[name]}
            faults={sending.failure?.errors[`logos.${name}`] ?? []}
            onFile={(file) => onDraft({ logos: { ...logos, [name]: file } })}
          />
        ))}
      </div>
      {logos.logo ? (
        <label className={css.check}>
          <input type="checkbox" checked={logoIncludesName} onChange={({ target }) => onDraft({ logoIncludesName: target.checked })} />
          The logo contains the name
        </label>
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

type LookProps = {
  readonly look: ShopLook;
  readonly onLook: (changes: Partial<ShopLook>) => void;
  readonly sending: DeskMutation;
};

function LookFields({ look, onLook, sending }: LookProps) {
  useDisplayFonts();
  return (
    <>
      <AccentField accent={look.accent} onAccent={(accent) => onLook({ accent })} sending={sending} />
      <Choice
        label="Headings"
        options={typeNames}
        labels={typeLabels}
        chosen={look.type}
        choose={(type) => onLook({ type })}
        styleOf={(type) => ({ fontFamily: fontFamilies[type] })}
      />
      <Choice label="Corners" options={cornerNames} labels={cornerLabels} chosen={look.corners} choose={(corners) => onLook({ corners })} />
      <Choice
        label="Spacing"
        options={densityNames}
        labels={densityLabels}
        chosen={look.density}
        choose={(density) => onLook({ density })}
      />
    </>
  );
}

type ChoiceProps<T extends string> = {
  readonly label: string;
  readonly options: readonly T[];
  readonly labels: Readonly<Record<T, string>>;
  readonly chosen: T;
  readonly choose: (option: T) => void;
  readonly styleOf?: (option: T) => { readonly fontFamily: string };
};

function Choice<T extends string>({ label, options, labels, chosen, choose, styleOf }: ChoiceProps<T>) {
  return (
    <fieldset className={css.choice}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option} className={css.option} style={styleOf?.(option)}>
          <input type="radio" name={label} checked={option === chosen} onChange={() => choose(option)} />
          {labels[option]}
        </label>
      ))}
    </fieldset>
  );
}
