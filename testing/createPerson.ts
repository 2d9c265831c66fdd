import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { USER } from '#contract/roles.ts'
import { appendAuditEntry } from '#db/audit.ts'
import { inTransaction } from '#db/connection.ts'
import type { Person, TestServer } from '#testing/testServer.ts'

/** Inserts a confirmed person with the password, roles and second factor of another, and logs them in. */
export async function createPersonLike(
  server: TestServer,
  name: string,
  like: string,
): Promise<Person> {
  const { db } = server.context
  const id = randomUUID()
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
        at: server.context.now(),
      }),
    )
  await db.execute(sql`
    insert into second_factor (person_id, secret, confirmed_at)
    select ${id}, secret, confirmed_at from second_factor where person_id = ${model}`)
  return await server.as(name)
}
