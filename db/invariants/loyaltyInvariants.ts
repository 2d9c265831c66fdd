import type { Invariant } from '#db/invariants/invariant.ts'

/** The invariants of requests, loyalties and roles, each with the query that finds its violations. */
export const LOYALTY_INVARIANTS: readonly Invariant[] = [
  {
    code: 'A1',
    description:
      'cada solicitud está en un estado al que se llega, con quien la decidió en cada paso',
    violationsSql: `
      select r.reference, r.state, r.sponsor_id, r.network_id
      from membership_request r join programme p on p.code = r.programme
      where (r.sponsor_id is null) <> (r.sponsor_at is null)
        or (r.network_id is null) <> (r.network_at is null)
        or not case
          when r.state in ('PENDING', 'VOIDED') then r.sponsor_id is null and r.network_id is null
          when r.state in ('STATE_UBER_AUTHORIZED', 'STATE_UBER_REJECTED')
            then p.sponsor_role is not null and r.sponsor_id is not null and r.network_id is null
          when r.state in ('STATE_PETROBRAS_AUTHORIZED', 'STATE_PETROBRAS_REJECTED')
            then (r.sponsor_id is not null) = (p.sponsor_role is not null) and r.network_id is not null
          else false
        end`,
  },
  {
    code: 'A2',
    description: 'nadie decidió su propia solicitud',
    violationsSql: `
      select reference, person_id from membership_request
      where person_id in (sponsor_id, network_id)`,
  },
  {
    code: 'A4',
    description:
      'hay una afiliación con su cuenta por cada autorización final o fila importada, y ninguna más',
    violationsSql: `
      select 'afiliación sin su autorización' as fault, l.code, l.request_reference as reference
      from loyalty l
      left join membership_request r on r.reference = l.request_reference and r.person_id = l.person_id
        and r.programme = l.programme and r.state = 'STATE_PETROBRAS_AUTHORIZED'
      where r.reference is null and not exists (
        select from import_row w join import m on m.number = w.import
        where m.kind = 'loyalties' and m.undone_at is null and w.key = l.code and w.before is null)
      union all
      select 'autorización sin su afiliación', max(l.code), r.reference
      from membership_request r left join loyalty l on l.request_reference = r.reference
      where r.state = 'STATE_PETROBRAS_AUTHORIZED'
      group by r.reference having count(l.code) <> 1
      union all
      select 'afiliación sin cuenta de puntos', l.code, l.request_reference
      from loyalty l where not exists (select from ledger_account a where a.loyalty_code = l.code)`,
  },
  {
    code: 'A6',
    description: 'cada decisión tiene su línea en la auditoría, y cada línea su decisión',
    violationsSql: `
      with decision as (
        select reference, 'sponsorDecide' as action, sponsor_id as actor_id,
          case state when 'STATE_UBER_REJECTED' then state else 'STATE_UBER_AUTHORIZED' end as led_to
        from membership_request where sponsor_id is not null
        union all
        select reference, 'networkDecide', network_id, state
        from membership_request where network_id is not null
        union all
        select reference, 'withdraw', person_id, state from membership_request where state = 'VOIDED'
      ), line as (
        select subject, action, actor_id, detail ->> 'to' as led_to, count(*) as lines
        from audit where action in ('sponsorDecide', 'networkDecide', 'withdraw')
        group by 1, 2, 3, 4
      )
      select coalesce(d.reference, l.subject) as reference, coalesce(d.action, l.action) as action,
        d.actor_id as decided_by, l.actor_id as audited_as, coalesce(l.lines, 0) as lines
      from decision d
      full join line l on l.subject = d.reference and l.action = d.action
        and l.actor_id = d.actor_id and l.led_to = d.led_to
      where l.lines is distinct from 1 or d.reference is null`,
  },
  {
    code: 'A8',
    description:
      'cada matrícula está una vez entre los vehículos de una afiliación, y ninguna terminada tiene',
    violationsSql: `
      select 'matrícula repetida' as fault, loyalty_code, plate, count(*) as times
      from vehicle where removed_at is null group by loyalty_code, plate having count(*) > 1
      union all
      select 'vehículo de una afiliación terminada', v.loyalty_code, v.plate, 1
      from vehicle v join loyalty l on l.code = v.loyalty_code
      where v.removed_at is null and l.ended_at is not null`,
  },
  {
    code: 'A9',
    description: 'cada tarjeta está en una sola afiliación vigente',
    violationsSql: `
      select client_card_number, count(*) as times, array_agg(code) as loyalties
      from loyalty where ended_at is null and client_card_number <> ''
      group by client_card_number having count(*) > 1`,
  },
  // What an operator alone decided, and what a second one confirmed, have entries of their own kinds.
  {
    code: 'A10',
    description:
      'cada propuesta, cada decisión sobre una propuesta o un reclamo y cada importación deshecha tiene su línea en la auditoría',
    violationsSql: `
      with decision as (
        select 'propose' || kind as action, case kind when 'refund' then id::text else subject end as subject,
          proposed_by as actor_id, proposed_at as at
        from proposal where state <> 'confirmed' or decided_by is not null
        union all
        select case state when 'rejected' then 'reject' else 'withdraw' end || kind,
          case kind when 'refund' then id::text else subject end, decided_by, decided_at
        from proposal where state in ('rejected', 'withdrawn') and decided_by is not null
        union all
        select 'decideClaim', id::text, decided_by, decided_at from purchase_claim where decided_by is not null
        union all
        select 'importUndone', number::text, null, undone_at from import where undone_at is not null
      ), line as (
        select lower(action) as action, subject, actor_id, at, count(*) as lines from audit group by 1, 2, 3, 4
      )
      select d.action, d.subject, d.actor_id as decided_by, coalesce(sum(l.lines), 0) as lines
      from (select action, subject, actor_id, at, count(*) as times from decision group by 1, 2, 3, 4) d
      left join line l on l.action = lower(d.action) and l.subject = d.subject and l.at = d.at
        and l.actor_id = coalesce(d.actor_id, l.actor_id)
      group by d.action, d.subject, d.actor_id, d.at, d.times having coalesce(sum(l.lines), 0) <> d.times`,
  },
  // Each role of an operator, with the newest audit entry that gave its person a role.
  {
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
  },
]
