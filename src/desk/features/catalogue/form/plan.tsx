// Fields of an offer that is a plan of requests.
import { useQuery } from '@tanstack/react-query';
import type { ServiceDraft } from '#modules/catalogue/desk-shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { deskQuery } from '../../../shared/api/queries.ts';
import { FieldError, useField, WholeField } from '../../../shared/forms/fields.tsx';
import css from '../../versions/versions.module.css';

type Plan = ServiceDraft['offers'][number]['plan'];

const newPlan: Plan = { requests: 4, active: 1, services: {} };

export function PlanFields({ name }: { readonly name: string }) {
  const { value, change } = useField<Plan>(name);
  const { data } = useQuery(deskQuery('GET /api/catalogue/file', { file: 'common.yaml' }));
  if (!value)
    return (
      <p>
        <Button text="Make it a plan of requests" look="link" onClick={() => change(newPlan)} />
      </p>
    );
  return (
    <fieldset className={css.group}>
      <legend>Plan of requests</legend>
      <small className="soft">Of a monthly service alone: its customers request other services within its price.</small>
      <div className={css.few}>
        <WholeField label="Requests a month" name={`${name}.requests`} hint="Blank: unlimited." isOptional />
        <WholeField label="In work at once" name={`${name}.active`} />
        <WholeField label="Unused ones stay for months" name={`${name}.rollover.periods`} hint="Blank: they lapse." isOptional />
        <WholeField label="At most" name={`${name}.rollover.max`} isOptional />
      </div>
      <fieldset className={css.group}>
        <legend>What each unit counts as</legend>
        <small className="soft">Blank: the plan does not have that service.</small>
        <div className={css.few}>
          {(data?.plannable ?? []).map((service) => (
            <WholeField key={service.value} label={service.label} name={`${name}.services.${service.value}`} isOptional />
          ))}
        </div>
        <FieldError name={`${name}.services`} />
      </fieldset>
      <FieldError name={name} />
      <p>
        <Button text="Remove the plan" look="link" onClick={() => change(undefined)} />
      </p>
    </fieldset>
  );
}
