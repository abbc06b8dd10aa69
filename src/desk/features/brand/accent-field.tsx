// The accent, with the palette that the shop computes from it.

import { useId } from 'react';
import { computeContrast, isHexColour } from '#lib/look/colour.ts';
import { type ColourName, type ColourSet, createPalette } from '#lib/look/palette.ts';
import { Button } from '#ui/display/button.tsx';
import button from '#ui/styles/button.module.css';
import { TextField, useField } from '../../shared/forms/fields.tsx';
import css from './brand.module.css';

/** That of the tokens, where a colour picker starts. */
const DEFAULT_ACCENT = '#c33415';

export function AccentField() {
  const id = useId();
  const { value: accent, change } = useField<string | undefined>('text.look.accent');
  const isColour = accent !== undefined && isHexColour(accent);
  return (
    <div className={css.fields}>
      <TextField
        label="Accent"
        name="text.look.accent"
        hint="One color, such as #1f5fd0. All others are computed from it. Leave it empty for the default colors."
        spellCheck={false}
        parse={(text) => text.trim() || undefined}
      />
      <div className={css.row}>
        <label htmlFor={id} className={`${button.quiet} ${button.small} ${css.picker}`}>
          Pick a color
          <input id={id} type="color" value={isColour ? accent : DEFAULT_ACCENT} onChange={({ target }) => change(target.value)} />
        </label>
        {accent === undefined ? null : <Button text="Use the default colors" small onClick={() => change(undefined)} />}
      </div>
      {isColour ? <PaletteView accent={accent} /> : null}
    </div>
  );
}

function PaletteView({ accent }: { readonly accent: string }) {
  const { light, dark } = createPalette(accent);
  const isMoved = light.accent !== accent.toLowerCase();
  return (
    <>
      <div className={css.palettes}>
        <Swatches label="Light pages" colours={light} />
        <Swatches label="Dark pages" colours={dark} />
      </div>
      {isMoved ? (
        <p className="small soft">On light pages your accent is darkened to {light.accent}, so that text in it can be read.</p>
      ) : null}
    </>
  );
}

const shownColours: readonly ColourName[] = ['accent', 'accent-hover', 'accent-soft', 'brass', 'brass-soft', 'line', 'ink-soft', 'ink'];

function Swatches({ label, colours }: { readonly label: string; readonly colours: ColourSet }) {
  const style = { background: colours.paper, color: colours.ink };
  return (
    <figure className={css.palette} style={style}>
      <figcaption>{label}</figcaption>
      <ul className={css.swatches}>
        {shownColours.map((name) => (
          <li key={name} style={{ background: colours[name] }} title={`${name} ${colours[name]}`} />
        ))}
      </ul>
      <p className={css.sample}>
        <span style={{ background: colours.accent, color: colours['on-accent'] }}>Order</span>
        <span style={{ color: colours.accent }}>In progress</span>
        <span style={{ color: colours['ink-soft'] }}>Contrast {computeContrast(colours.accent, colours.paper).toFixed(1)}</span>
      </p>
    </figure>
  );
}
