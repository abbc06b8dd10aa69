// The answers of a brief with the wording of their questions.
import type { CatalogueField } from '#modules/catalogue/shapes.ts';
import type { Answers } from '#modules/orders/shapes.ts';
import { LinkedAddresses } from '#ui/display/linked-addresses.tsx';
import { shownAnswers } from '../../brief/shown-answers.ts';
import { useSaid } from '../../brief/use-said.ts';

type Props = {
  readonly fields: readonly CatalogueField[];
  readonly answers: Answers;
  readonly files?: readonly { readonly id: string; readonly name: string }[] | undefined;
};

export function BriefAnswers({ fields, answers, files = [] }: Props) {
  const said = useSaid();
  const names = new Map(files.map(({ id, name }) => [id, name]));
  return (
    <dl>
      {shownAnswers(fields, answers, said, names).map(({ name, label, text }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <bdi>
              <LinkedAddresses text={text} />
            </bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
