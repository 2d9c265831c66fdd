import { sql } from 'drizzle-orm'
import type { KindName } from '#contract/console/objectKinds.ts'
import { actorName } from '#db/console/objectHistory.ts'
import type { Db } from '#db/core/db.ts'
import { isUuid } from '#db/core/uuid.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { contactMessage, messageTemplate, promotion } from '#db/tables/messaging.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { person } from '#db/tables/people.ts'
import { branch } from '#db/tables/stations.ts'
import { terminal } from '#db/tables/terminals.ts'

/** What an audit entry is about: an object of the console, and its name. */
interface AuditSubject {
  kind: KindName
  id: string
  /** An operator's name is whole, a driver's masked. */
  name: string
}

/** The objects of some subjects of the audit by subject; those that are of no kind with a name are left out. */
export async function auditSubjects(
  db: Db,
  subjects: readonly string[],
): Promise<Map<string, AuditSubject>> {
  const ids = sql`any(${sql.param(subjects.filter(isUuid))}::uuid[])`
  const codes = sql`any(${sql.param(subjects.filter((one) => !isUuid(one)))}::text[])`
  const all = sql`any(${sql.param([...subjects])}::text[])`
  const { rows } = await db.execute<
    AuditSubject & { subject: string; [column: string]: unknown }
  >(sql`
    select ${person.id}::text as subject, 'driver' as kind, ${person.id}::text as id,
      case when ${person.deletedAt} is null then ${actorName} else 'Cuenta borrada' end as name
    from ${person} where ${person.id} = ${ids}
    union all select ${paymentAttempt.id}::text, 'payment', ${paymentAttempt.id}::text, ${debt.concept}
    from ${paymentAttempt} join ${debt} on ${debt.reference} = ${paymentAttempt.debtReference}
    where ${paymentAttempt.id} = ${ids}
    union all select ${contactMessage.id}::text, 'message', ${contactMessage.id}::text, 'Mensaje: ' || ${contactMessage.type}
    from ${contactMessage} where ${contactMessage.id} = ${ids}
    union all select ${messageTemplate.id}::text, 'template', ${messageTemplate.id}::text, ${messageTemplate.title}
    from ${messageTemplate} where ${messageTemplate.id} = ${ids}
    union all select ${terminal.id}::text, 'station', ${branch.code}, ${branch.name} || ', ' || ${terminal.name}
    from ${terminal} join ${branch} on ${branch.code} = ${terminal.branchCode} where ${terminal.id} = ${ids}
    union all select ${debt.reference}, 'debt', ${debt.reference}, ${debt.reference}
    from ${debt} where ${debt.reference} = ${all}
    union all select ${branch.code}, 'station', ${branch.code}, ${branch.name}
    from ${branch} where ${branch.code} = ${codes}
    union all select ${promotion.id}, 'promotion', ${promotion.id}, ${promotion.title}
    from ${promotion} where ${promotion.id} = ${codes}
    union all select ${loyalty.code}, 'driver', ${loyalty.personId}::text, 'Afiliación ' || ${loyalty.code}
    from ${loyalty} where ${loyalty.code} = ${codes}`)
  return new Map(rows.map(({ subject, kind, id, name }) => [subject, { kind, id, name }]))
}
