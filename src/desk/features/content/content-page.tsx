// Lists the texts of pages that owners edit, and edits one of them: with a preview in each language,
// published as its next version.

import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listCountries } from '#lib/money/countries.ts';
import { type ContentName, contentNames } from '#lib/rendering.ts';
import type { PagePreview } from '#modules/content/shapes.ts';
import type { ContentDetails, ContentText } from '#modules/content/shapes-pages.ts';
import { callDesk } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { ChoiceField, TextField } from '../../shared/forms/fields.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { LanguageForm, LanguageTabs, WordsInput } from '../versions/language-form.tsx';
import { PagePreviewPanel } from '../versions/page-preview.tsx';
import { useVersionedForm } from '../versions/use-versioned-form.ts';
import { VersionedEditor } from '../versions/versioned-editor.tsx';
import { VersionedPage } from '../versions/versioned-page.tsx';
import { FaqFields, withoutRemoved } from './faq-fields.tsx';
import { HomeFields } from './home-fields.tsx';
import { MenusFields } from './menus-fields.tsx';

const texts: Readonly<Record<ContentName, { readonly title: string; readonly about: string; readonly page: string }>> = {
  home: { title: 'Home page', about: 'Its blocks, and what search engines show of it.', page: 'Home page' },
  menus: { title: 'Menus and footer', about: 'The links of the header and the footer of every page.', page: 'Contact page' },
  company: { title: 'Company', about: 'The seller: in the footer, on invoices and in the policies.', page: 'Contact page' },
  faq: {
    title: 'Questions and answers',
    about: 'The page of questions, in groups. Four of them are on the home page, too.',
    page: 'Questions',
  },
};

export function ContentPage(): ReactNode {
  const mayEdit = useMay('brand.edit');
  return (
    <>
      <PageHead title="Content" />
      {contentNames.map((name) => (
        <Panel
          key={name}
          title={texts[name].title}
          beside={
            <Link to="/content/$id" params={{ id: name }}>
              {mayEdit ? 'Edit' : 'Open'}
              <span className="unseen"> {texts[name].title}</span>
            </Link>
          }
        >
          <PanelNote>{texts[name].about}</PanelNote>
        </Panel>
      ))}
    </>
  );
}

export function ContentEditPage(): ReactNode {
  const { id } = useParams({ from: '/content/$id' });
  const name = contentNames.find((each) => each === id);
  return name ? <Content key={name} name={name} /> : <PageHead title="Content not found" />;
}

function Content({ name }: { readonly name: ContentName }) {
  const query = useQuery(deskQuery('GET /api/content', { name }));
  return (
    <VersionedPage query={query} title={texts[name].title} back={{ to: '/content', label: 'All content' }}>
      {(content, anew) => <Editing content={content} onAgain={anew} />}
    </VersionedPage>
  );
}

type Props = { readonly content: ContentDetails; readonly onAgain: (notice?: string) => Promise<void> };
type Values = { readonly from: number; readonly text: ContentText };

const toValues = ({ number, text }: ContentDetails): Values => ({ from: number, text });

function Editing({ content, onAgain }: Props) {
  const { name } = content;
  const mayEdit = useMay('brand.edit');
  const toRequest = ({ text }: Values) => ({ name, text: 'questions' in text ? withoutRemoved(text) : text });
  const editor = useVersionedForm<Values, PagePreview>({
    draft: `content.${name}`,
    newest: toValues(content),
    read: async () => toValues(await callDesk('GET /api/content', { name })),
    readVersion: async (number) => ({ text: (await callDesk('GET /api/content/version', { name, number })).text }),
    look: (values) => callDesk('POST /api/content/preview', toRequest(values)),
    save: (values, why) => callDesk('POST /api/content/save', { ...toRequest(values), from: values.from, why }),
    onAgain,
    getPublishedText: () => 'Published. Visitors see it now.',
  });
  return (
    <VersionedEditor
      editor={editor}
      versions={content.versions}
      isLocked={!mayEdit}
      review={(preview) => (
        <Panel title="Preview">
          <PagePreviewPanel preview={preview} label={texts[name].page} isOpened={name === 'faq'} />
        </Panel>
      )}
      publishNote="The storefront follows within seconds, in every language."
    >
      <LanguageForm form={editor.form}>
        <LanguageTabs name="text">
          {name === 'home' ? (
            <HomeFields samples={content.samples} />
          ) : 'questions' in content.text ? (
            <FaqFields savedIds={new Set(content.text.questions.map(({ id }) => id))} />
          ) : name === 'company' ? (
            <CompanyFields />
          ) : (
            <MenusFields />
          )}
        </LanguageTabs>
      </LanguageForm>
    </VersionedEditor>
  );
}

/** The fields of the company that sells. */
const countries = [
  { value: 'ZZ', label: 'Choose a country' },
  ...listCountries('en').map(({ code, name }) => ({ value: code, label: name })),
];

const advanceOptions = [
  { value: '', label: 'By the rule of your country' },
  { value: 'yes', label: 'Invoice with VAT' },
  { value: 'no', label: 'Request without an invoice' },
];
const kidOptions = [
  { value: '', label: 'None: a reference by ISO 11649' },
  { value: 'mod10', label: '14 digits, modulus 10' },
  { value: 'mod11', label: '14 digits, modulus 11' },
];

const CompanyFields = () => (
  <Panel title="Seller">
    <TextField label="Legal name" name="text.legalName" autoComplete="organization" />
    <TextField label="Registration number" name="text.registrationNumber" />
    <TextField label="VAT ID" name="text.vatId" hint="In Japan: T and 13 digits" />
    <TextField label="Street" name="text.street" autoComplete="street-address" />
    <TextField label="Postal code" name="text.postalCode" autoComplete="postal-code" />
    <TextField label="City" name="text.city" autoComplete="address-level2" />
    <ChoiceField label="Country" name="text.country" options={countries} />
    <WordsInput label="Person responsible" name="text.representative" />
    <TextField label="Email" name="text.email" type="email" autoComplete="email" />
    <TextField label="Phone" name="text.phone" type="tel" autoComplete="tel" />
    <TextField label="IBAN" name="text.iban" hint="Optional. For invoices that are paid by transfer." />
    <TextField label="BIC" name="text.bic" hint="Optional" />
    <ChoiceField
      label="KID"
      name="text.kidModulus"
      options={kidOptions}
      hint="On invoices in NOK. Agree on 14 digits and this check digit with your bank first."
    />
    <ChoiceField
      label="Advances"
      name="text.advanceInvoices"
      options={advanceOptions}
      hint="By the rule of your country, sellers in Norway request an advance without an invoice; all others invoice it with its VAT."
    />
  </Panel>
);
