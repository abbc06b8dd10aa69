// Audit rules for the owner's texts and their versions.

/** A violation; the columns identify the row. */
export const textRules = {
  'the versions of a text have no gap': `
    select folder, file, count(*) as count, max(number) as newest from owner_text group by folder, file having count(*) <> max(number)`,
  'what the desk wrote stands in its log': `
    select folder, file, number, at from owner_text as written
    where origin = 'desk' and not exists (
      select from desk_audit where operator_id = by_id and desk_audit.at = written.at and why = written.why
        and (act, subject_id) in (('catalogue.edit', file), ('policy.edit', split_part(file, '.', 1))))`,
} as const;
