// What an operator takes, how much per day, and the days off.
import { useQuery } from '@tanstack/react-query';
import type { OperatorWork } from '#modules/fulfilment/people/shapes.ts';
import { callDesk } from '../../shared/api/client.ts';
import { useMe } from '../../shared/api/me.ts';
import { deskQuery, refetchCall } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { AreaField, CheckField, CheckList, WholeField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { Panel } from '../../shared/layout/panel.tsx';
import { languageLabels, useDeskLabels } from '../../shared/values/words.ts';
import css from '../versions/versions.module.css';

type DaysOff = OperatorWork['daysOff'];
const refetchWork = () => refetchCall('GET /api/work');

/** "2026-12-24", or "2026-12-24 to 2027-01-02". */
const writeDays = (days: DaysOff): string => days.map(({ from, until }) => (from === until ? from : `${from} to ${until}`)).join('\n');
const readDays = (text: string): DaysOff =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(' to ').map((day) => day.trim()))
    .map(([from = '', until = from]) => ({ from, until }));

const toText = ({ perDay, daysOff }: Pick<OperatorWork, 'perDay' | 'daysOff'>) => ({
  perDay: perDay ?? undefined,
  daysOff: writeDays(daysOff),
});
type Typed = ReturnType<typeof toText>;
const readTyped = ({ perDay = null, daysOff }: { readonly perDay?: number | null | undefined; readonly daysOff: string }) => ({
  perDay,
  daysOff: readDays(daysOff),
});
const toFieldName = (path: string): string => path.replace(/^daysOff.*$/, 'daysOff');

function TimeFields() {
  return (
    <>
      <WholeField label="Pieces per day (optional)" name="perDay" isOptional hint="Without a number, any number." />
      <AreaField label="Days off (optional)" name="daysOff" hint="One per line: 2026-12-24, or 2026-12-24 to 2027-01-02." />
    </>
  );
}

export function WorkForm({ id, onDone }: { readonly id: string; readonly onDone: () => Promise<unknown> }) {
  const query = useQuery(deskQuery('GET /api/work'));
  return (
    <DeskQueryState query={query}>
      {(works) => <WorkFields id={id} work={works.find(({ operatorId }) => operatorId === id)} onDone={onDone} />}
    </DeskQueryState>
  );
}

type FieldsProps = { readonly id: string; readonly work: OperatorWork | undefined; readonly onDone: () => Promise<unknown> };

function WorkFields({ id, work, onDone }: FieldsProps) {
  const services = (useDeskLabels().all?.services ?? [])
    .filter(({ kind }) => kind === 'service')
    .map(({ serviceType, name }) => ({ value: `${serviceType}`, label: name }));
  const languages = Object.entries(languageLabels).map(([value, label]) => ({ value, label }));
  const { isAssigned = false, perDay = null, daysOff = [] } = work ?? {};
  const form = useDeskForm({
    draft: `team.work.${id}`,
    values: {
      isAssigned,
      services: work?.services?.map(String) ?? undefined,
      languages: work?.languages ?? undefined,
      ...toText({ perDay, daysOff }),
    },
    async send({ isAssigned: isOn, services: taken, languages: spoken, ...typed }) {
      await callDesk('POST /api/work', {
        ...{ operatorId: id, isAssigned: isOn, services: taken?.map(Number) ?? null, languages: spoken ?? null },
        ...readTyped(typed),
      });
      await refetchWork();
    },
    onDone,
    fieldAt: toFieldName,
  });
  return (
    <Form form={form} submit="Save">
      <CheckField className={css.row} name="isAssigned">
        New pieces are assigned to them
      </CheckField>
      <CheckList
        name="services"
        legend="Services"
        className={css.group}
        options={services}
        boxes={css.even}
        box={css.row}
        usual={services.map(({ value }) => value)}
      />
      <CheckList
        name="languages"
        legend="Languages"
        className={css.group}
        options={languages}
        boxes={css.even}
        box={css.row}
        usual={languages.map(({ value }) => value)}
      />
      <TimeFields />
      <p className="soft">A new piece goes to the fitting person with the least work who has room before its due date.</p>
    </Form>
  );
}

/** The operator's own. */
export function OwnWork() {
  const query = useQuery(deskQuery('GET /api/work'));
  const me = useMe();
  return (
    <Panel title="Work">
      <DeskQueryState query={query}>{(works) => <OwnFields work={works.find(({ operatorId }) => operatorId === me.id)} />}</DeskQueryState>
    </Panel>
  );
}

function OwnFields({ work }: { readonly work: OperatorWork | undefined }) {
  const { perDay = null, daysOff = [] } = work ?? {};
  const form = useDeskForm<Typed>({
    draft: 'account.work',
    values: toText({ perDay, daysOff }),
    async send(values) {
      await callDesk('POST /api/account/work', readTyped(values));
      await refetchWork();
    },
    afterwards: 'saved',
    fieldAt: toFieldName,
  });
  const { isSubmitSuccessful, isDirty } = form.formState;
  return (
    <Form form={form} submit="Save" isQuiet more={<span role="status">{isSubmitSuccessful && !isDirty ? 'Saved.' : ''}</span>}>
      <TimeFields />
    </Form>
  );
}
