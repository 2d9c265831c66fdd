import type { Invariant } from '#db/invariants/invariant.ts'

/** Each role of an operator, with the newest audit entry that gave its person a role. */
export const OPERATOR_ROLES: Invariant = {
  code: 'S10',
  description: 'cada rol de quien opera tiene la línea de la auditoría que se lo dio',
  violationsSql: `
    with given as (
      select distinct on (subject) subject, detail ->> 'role' as role
      from audit where action = 'roleGiven'
      order by subject, seq desc
    )
    select r.person_id, r.role_code, g.role as audited
    from person_role r left join given g on g.subject = r.person_id::text
    where r.role_code <> '2' and g.role is distinct from r.role_code`,
}
