// A logo file: shown, chosen and removed. Its content is checked with the preview.

import { useId } from 'react';
import { MAX_LOGO_BYTES, PNG_PREFIX } from '#lib/look/look.ts';
import { Button } from '#ui/display/button.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { DeskApiError } from '../../shared/api/client.ts';
import { useField, useFieldError } from '../../shared/forms/fields.tsx';
import { FileInput } from '../../shared/forms/file-input.tsx';
import css from './brand.module.css';

type Props = {
  readonly label: string;
  readonly hint: string;
  readonly name: string;
  readonly isDark: boolean;
};

async function readText(file: File): Promise<string> {
  if (file.size > MAX_LOGO_BYTES) throw new DeskApiError(400, { '': [`This file is larger than ${MAX_LOGO_BYTES / 1024} kB.`] });
  if (file.type === 'image/svg+xml') return file.text();
  if (file.type !== 'image/png') throw new DeskApiError(400, { '': ['Choose an SVG or a PNG.'] });
  const bytes = new Uint8Array(await file.arrayBuffer());
  return PNG_PREFIX + btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** An image runs no scripts of an SVG. */
const toImageSource = (file: string): string => (file.startsWith(PNG_PREFIX) ? file : `data:image/svg+xml,${encodeURIComponent(file)}`);

export function LogoField({ label, hint, name, isDark }: Props) {
  const id = useId();
  /** SVG source, or a PNG as a data URL. */
  const { value: file, change } = useField<string | null>(name);
  const error = useFieldError(name);
  const reading = useMutation(DeskApiError);
  return (
    <fieldset className={css.logo} aria-describedby={`${id}-hint ${id}-wrong`}>
      <legend>{label}</legend>
      <small id={`${id}-hint`} className="soft">
        {hint}
      </small>
      <div className={isDark ? css.darkGround : css.ground}>
        {file ? <img src={toImageSource(file)} alt={label} /> : <span className="soft">None</span>}
      </div>
      <div className={css.row}>
        <FileInput
          label={file ? 'Replace' : 'Choose a file'}
          onFile={(chosen) => reading.run(async () => change(await readText(chosen)))}
        />
        {file ? <Button text="Remove" small aria-label={`Remove ${label}`} onClick={() => change(null)} /> : null}
      </div>
      <strong id={`${id}-wrong`} className={css.wrong} data-field={name} role="alert">
        {reading.failure?.message ?? error}
      </strong>
    </fieldset>
  );
}
