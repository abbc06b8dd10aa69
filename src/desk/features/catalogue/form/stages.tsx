// Fields for the stages of a service: names, colours, who may move a piece there, and what customers see.
import { useWatch } from 'react-hook-form';
import { noWords } from '#lib/locale.ts';
import type { ServiceDraft } from '#modules/catalogue/desk-shapes.ts';
import { moverRoles, type StageColour, stageColours } from '#modules/catalogue/stages/shapes.ts';
import { CheckField, CheckList, ChoiceField } from '../../../shared/forms/fields.tsx';
import { roleNames } from '../../../shared/values/words.ts';
import css from '../../versions/versions.module.css';
import { Items, isNewItem, KeyField, WordsField } from './fields.tsx';

type Stage = NonNullable<ServiceDraft['stages']>[number];

const colourLabels: Readonly<Record<StageColour, string>> = {
  grey: 'Grey',
  accent: 'Of the brand',
  amber: 'Amber',
  green: 'Green',
  red: 'Red',
};
const colourOptions = stageColours.map((value) => ({ value, label: colourLabels[value] }));
const roleOptions = moverRoles.map((value) => ({ value, label: roleNames[value] }));

/** `saved`: the keys that are fixed. */
export function StagesField({ saved }: { readonly saved: ReadonlySet<string> }) {
  const stages: readonly Stage[] | undefined = useWatch({ name: 'service.stages' });
  const ids = (stages ?? []).map(({ id }) => id);
  return (
    <>
      <small className="soft">
        What a piece goes through between payment and delivery, in this order. A new piece is in the first stage, and so are those of a
        stage that you remove.
      </small>
      <Items name="service.stages" called="stage" make={(): Stage => ({ id: '', name: noWords, colour: 'grey' })}>
        {(name, stage: Stage, index) => (
          <fieldset className={css.group}>
            <legend>{stage.name.en || `Stage ${index + 1}`}</legend>
            {isNewItem(ids, index, saved) ? <KeyField name={`${name}.id`} /> : null}
            <WordsField label="Name" name={`${name}.name`} />
            <div className={css.even}>
              <ChoiceField label="Color" name={`${name}.colour`} options={colourOptions} />
            </div>
            <CheckField className={css.row} name={`${name}.isInternal`} isOptional>
              Internal: customers see the stage before it
            </CheckField>
            <CheckList
              name={`${name}.movedBy`}
              legend="May move pieces here; without a choice, everyone who works on them"
              className={css.answers}
              options={roleOptions}
              boxes={css.even}
              box={css.row}
            />
          </fieldset>
        )}
      </Items>
    </>
  );
}
