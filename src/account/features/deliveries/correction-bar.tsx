// What is decided of a checked text, and the corrected text to take away.

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { applyCorrections } from '#lib/corrections.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { saveDownload } from '#ui/api/save-download.ts';
import { Button } from '#ui/display/button.tsx';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import css from './checked-text.module.css';
import { type Choices, countDecided, isDecidable, listCorrections, type Suggested, writeChoices } from './choices.ts';
import { CopyButton } from './published/copy-button.tsx';
import type { Delivery } from './types.ts';

type Props = {
  readonly delivery: Delivery;
  readonly text: string;
  readonly found: readonly Suggested[];
  readonly choices: Choices;
  readonly decideAll: () => void;
};

export function CorrectionBar({ delivery: { id, passport }, text, found, choices, decideAll }: Props) {
  const { t } = useLingui();
  const { busy, failure, run } = useMutation(ApiError);
  const count = found.filter(isDecidable).length;
  if (count === 0) return null;
  const decided = countDecided(found, choices);
  const corrections = listCorrections(found, choices);
  const saveTracked = () =>
    run(() => {
      const name = `${passport.order}-${passport.piece}-corrections.docx`;
      return saveDownload(name, 'GET /api/orders/corrections', { id, take: writeChoices(choices) });
    });
  return (
    <div className={css.bar}>
      <p role="status">
        <Trans>
          {decided} of {count} decided.
        </Trans>{' '}
        {corrections.length > 0 ? <Plural value={corrections.length} one="# correction taken." other="# corrections taken." /> : null}
      </p>
      <div className={css.choices}>
        {decided < count ? <Button text={t`Take all suggestions`} small onClick={decideAll} /> : null}
        <CopyButton text={applyCorrections(text, corrections)}>{t`Copy the corrected text`}</CopyButton>
        <Button
          text={t`Word with tracked changes`}
          small
          busy={busy || corrections.length === 0}
          onClick={corrections.length > 0 ? () => void saveTracked() : undefined}
        />
      </div>
      <FieldErrorText error={failure} />
    </div>
  );
}
