import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { DAY_MS } from '#contract/dates.ts'
import { USER } from '#contract/roles.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { storeEnrolmentCode } from '#db/accounts/secondFactors.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Context } from '#server/context.ts'
import { sha256 } from '#server/http/sha256.ts'
import type { Person, TestServer } from '#testing/harness/testServer.ts'

/** Inserts a confirmed person with the password, roles and second factor of another, and logs them in. */
export async function createPersonLike(
  server: TestServer,
  name: string,
  like: string,
): Promise<Person> {
  await insertPersonLike(server.context, name, like)
  return await server.as(name)
}

/** Inserts a confirmed person with the password, roles and second factor of another. */
export async function insertPersonLike(
  { db, now }: Pick<Context, 'db' | 'now'>,
  name: string,
  like: string,
  id: string = randomUUID(),
): Promise<void> {
  const model = sql`(select id from person where email = ${`${like}@demo.surtidor.uy`})`
  await db.execute(sql`
    insert into person (id, email, password_hash, confirmed_at, first_name, first_surname, document_number,
      birthdate, sex, mobile, address, created_at)
    select ${id}, ${`${name}@demo.surtidor.uy`}, password_hash, confirmed_at, ${name}, first_surname,
      ${id}, birthdate, sex, mobile, address, created_at
    from person where id = ${model}`)
  const { rows: roles } = await db.execute<{ role: string }>(sql`
    insert into person_role select ${id}, role_code from person_role where person_id = ${model}
    returning role_code as role`)
  for (const { role } of roles.filter((row) => row.role !== USER))
    await inTransaction(db, (tx) =>
      appendAuditEntry(tx, {
        actorId: id,
        action: 'roleGiven',
        subject: id,
        detail: { role },
        at: now(),
      }),
    )
  await db.execute(sql`
    insert into second_factor (person_id, secret, confirmed_at)
    select ${id}, secret, confirmed_at from second_factor where person_id = ${model}`)
}

/** Gives a person a one-time code for the first second factor, as `npm run role` does. */
export async function giveEnrolmentCode({ db, now }: Context, email: string): Promise<string> {
  const person = await personByEmail(db, email)
  const code = `7KD2MVX9${String(given++).padStart(8, '0')}`
  const expiresAt = new Date(now().getTime() + DAY_MS)
  await storeEnrolmentCode(db, { personId: person?.id ?? '', codeHash: sha256(code), expiresAt })
  return code
}
let given = 0
