// The team of the account: who acts for it and how, invitations, and the hand-over to a member.

import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type MemberRole, memberRoles } from '#modules/accounts/team/rules.ts';
import type { Team } from '#modules/accounts/team/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { Button } from '#ui/display/button.tsx';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import fieldCss from '#ui/forms/field.module.css';
import { SelectField, TextField } from '#ui/forms/field.tsx';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { accountWords } from '#ui/i18n/account-messages.ts';
import badge from '#ui/styles/badge.module.css';
import rows from '#ui/styles/rows.module.css';
import { apiQuery, teamAccountsQuery } from '../../api/queries.ts';
import { QueryState } from '../../layout/client-area/client-area.tsx';
import { DayText } from '../../shared/date-time.tsx';
import { roleNames } from '../../shared/role-names.ts';
import { Section } from '../../shared/section.tsx';
import { useAccountForm } from '../../shared/use-account-form.ts';
import { ignoreLeftStepUp, useStepUp } from './security/step-up.tsx';
import css from './team.module.css';

const TeamActs = createLazyPart(() => import('./team-acts.tsx').then(({ TeamActs }) => TeamActs));

const teamQuery = apiQuery('GET /api/team', undefined);
const loadShape = () => import('#modules/accounts/team/shapes.ts').then(({ inviteShape }) => inviteShape);

/** What a change leads to: a notice, and the list of now. */
type Changed = (notice: string) => void;

export function TeamSection() {
  const { t } = useLingui();
  const team = useQuery(teamQuery);
  const { data: acting } = useQuery(teamAccountsQuery);
  const title = useRef<HTMLHeadingElement>(null);
  const showChange: Changed = (notice) => {
    void team.refetch();
    showToast({ text: notice });
    title.current?.focus();
  };
  return (
    <Section id="team" title={t`Team`} heading={title}>
      <p className="soft">{t`Colleagues log in with their own address and act for this account. They order, pay or read, as you decide.`}</p>
      <QueryState query={team} waiting={null}>
        {(known) => <Members team={known} isOwner={acting?.role === 'owner'} accountId={acting?.accountId ?? ''} onChanged={showChange} />}
      </QueryState>
    </Section>
  );
}

type MembersProps = { readonly team: Team; readonly isOwner: boolean; readonly accountId: string; readonly onChanged: Changed };

function Members({ team, isOwner, accountId, onChanged }: MembersProps) {
  return (
    <div className={css.team}>
      <ul className={rows.rows}>
        {team.members.map((member) => (
          <MemberRow key={member.personId} {...{ member, isOwner, accountId, onChanged }} />
        ))}
        {team.invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} onChanged={onChanged} />
        ))}
      </ul>
      {isOwner ? <InviteForm onChanged={onChanged} /> : null}
      {isOwner && team.members.length > 1 ? <TeamActs /> : null}
    </div>
  );
}

type MemberProps = Omit<MembersProps, 'team'> & { readonly member: Team['members'][number] };

function MemberRow({ member, isOwner, accountId, onChanged }: MemberProps) {
  const { t, i18n } = useLingui();
  const { personId, email, role, isYou } = member;
  const name = member.name || email;
  const { failure, press } = useMutation(ApiError);
  const leave = async () => {
    await call('POST /api/team/leave', { accountId });
    location.reload();
  };
  return (
    <li className={rows.row}>
      <div className={css.person}>
        <p>
          <b>{name}</b> {isYou ? <span className={badge.done}>{t`You`}</span> : null}
        </p>
        <p className="soft small">{email}</p>
      </div>
      {role === 'owner' || !isOwner ? (
        <div className={css.acts}>
          <span>{i18n._(roleNames[role])}</span>
          {isYou && role !== 'owner' ? <Button text={t`Leave the team`} small {...press(leave)} /> : null}
        </div>
      ) : (
        <MemberActs personId={personId} name={name} role={role} onChanged={onChanged} />
      )}
      <FieldErrorText error={failure} />
    </li>
  );
}

type ActsProps = { readonly personId: string; readonly name: string; readonly role: MemberRole; readonly onChanged: Changed };

function MemberActs({ personId, name, role, onChanged }: ActsProps) {
  const { t, i18n } = useLingui();
  const { failure, press, run } = useMutation(ApiError);
  const stepUp = useStepUp();
  const setRole = (next: MemberRole) =>
    void run(async () => {
      await call('POST /api/team/role', { personId, role: next });
      onChanged(t`The role is changed.`);
    });
  const remove = async () => {
    await call('POST /api/team/remove', { personId });
    onChanged(t`${name} doesn’t act for this account any more.`);
  };
  const handOver = () =>
    ignoreLeftStepUp(async () => {
      await stepUp.run(() => call('POST /api/team/hand-over', { personId }));
      onChanged(t`The offer is on its way. Nothing changes until ${name} accepts.`);
    });
  return (
    <>
      <div className={css.acts}>
        <select
          className={fieldCss.input}
          aria-label={t`Role of ${name}`}
          value={role}
          onChange={({ target }) => setRole(target.value as MemberRole)}
        >
          {memberRoles.map((each) => (
            <option key={each} value={each}>
              {i18n._(roleNames[each])}
            </option>
          ))}
        </select>
        <Button text={t`Remove`} small aria-label={t`Remove ${name}`} {...press(remove)} />
        <Button text={t`Hand over the account`} small aria-label={t`Hand over the account to ${name}`} {...press(handOver)} />
      </div>
      <FieldErrorText error={failure} />
      {stepUp.dialog}
    </>
  );
}

type InvitationProps = { readonly invitation: Team['invitations'][number]; readonly onChanged: Changed };

function InvitationRow({ invitation: { id, email, role, expiresAt }, onChanged }: InvitationProps) {
  const { t, i18n } = useLingui();
  const { failure, press } = useMutation(ApiError);
  const revoke = async () => {
    await call('POST /api/team/revoke', { id });
    onChanged(t`The invitation is withdrawn.`);
  };
  return (
    <li className={rows.row}>
      <div className={css.person}>
        <p>
          {email} <span className={badge.wait}>{role === 'owner' ? t`Hand-over offered` : t`Invited`}</span>
        </p>
        <p className="soft small">
          {i18n._(roleNames[role])} ·{' '}
          <Trans>
            until <DayText iso={expiresAt} />
          </Trans>
        </p>
      </div>
      <Button text={t`Withdraw`} small aria-label={t`Withdraw the invitation of ${email}`} {...press(revoke)} />
      <FieldErrorText error={failure} />
    </li>
  );
}

function InviteForm({ onChanged }: { readonly onChanged: Changed }) {
  const { t, i18n } = useLingui();
  const form = useAccountForm({
    name: 'team-invite',
    empty: { email: '', role: 'orders' },
    shape: loadShape,
    words: { ...accountWords, 'team.chooseRole': msg`Choose what this person may do.` },
    send: ({ email, role }, options) => call('POST /api/team/invite', { email, role: role as MemberRole }, options),
    onDone(_, { email }) {
      form.discard();
      onChanged(t`The invitation to ${email} is on its way.`);
    },
  });
  const hints = {
    orders: t`Orders and briefs, also from the balance; reads everything.`,
    pays: t`Pays, adds funds and keeps the invoice details; reads everything.`,
    reads: t`Reads orders, deliveries and documents.`,
    accountant: t`Reads invoices and statements only.`,
  } satisfies Record<MemberRole, string>;
  const role = form.field('role');
  return (
    <form className={css.form} {...form.props}>
      <ErrorSummary summary={form.summary} id="team-invite-told" />
      <TextField field={form.field('email')} label={t`Email address of a colleague`} type="email" autoComplete="off" />
      <SelectField
        field={role}
        label={t`Role`}
        hint={hints[role.value as MemberRole]}
        options={memberRoles.map((value) => ({ value, name: i18n._(roleNames[value]) }))}
      />
      <div>
        <SubmitButton text={t`Send invitation`} busy={form.busy} meanwhile={t`Sending the invitation…`} />
      </div>
    </form>
  );
}
