// Says where the texts of a form are in the languages that the owner has added by files.
import type { ReactNode } from 'react';
import { useMe } from '../api/me.ts';

type Props = {
  /** The address of a file in an added language, by its tag. */
  readonly fileIn: (tag: string) => string;
  /** The file has translations by their wording. */
  readonly isByWording?: boolean;
};

/** Nothing, if the shop has the languages of this form only. */
export function OtherLanguages({ fileIn, isByWording = false }: Props): ReactNode {
  const { languages } = useMe();
  if (languages.length === 0) return null;
  return (
    <p className="soft small">
      {languages.map(({ tag, name }, index) => (
        <span key={tag}>
          {index === 0 ? 'In files only: ' : ', '}
          <span lang={tag}>{name}</span> (<code>{fileIn(tag)}</code>)
        </span>
      ))}
      .{isByWording ? ' A text that you change here is untranslated there, until the file has its new wording.' : null}
    </p>
  );
}

/** Of texts in the owner's YAML files. */
export const OtherLanguagesOfTexts = (): ReactNode => <OtherLanguages fileIn={(tag) => `languages/${tag}.shop.po`} isByWording />;
