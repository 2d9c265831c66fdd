import { getTableName } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ACCOUNT_TABLES } from '#db/accountTables.ts'
import { createCorruptibleDatabase } from '#testing/database/corruptibleDatabase.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

const database = startForFile(createCorruptibleDatabase)

/** Keep their rows, without what identifies the person. */
const REMAINING = ['debt', 'loyalty', 'membership_request', 'payment_attempt']
const ANA = `(select id from person where email = 'ana@demo.surtidor.uy')`
const ERASED = [
  `update person set email = id || '@borrado.invalid', document_number = 'borrado ' || id, password_hash = '',
    first_name = '', first_surname = '', mobile = '', address = '', deleted_at = now()
    where email = 'fede@demo.surtidor.uy'`,
]
const FEDE = `(select id from person where deleted_at is not null)`

describe('S18: accounts that were erased', () => {
  test('every table of a person is deleted with the account, or is named as one that remains', async () => {
    const { client, close } = await freshDatabase('empty')
    const { rows } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.columns
        where column_name = 'person_id' and table_schema = 'public' order by 1`,
    )
    await close()
    const named = [...ACCOUNT_TABLES.map(getTableName), ...REMAINING]
    expect(rows.map(({ name }) => name)).toEqual(named.toSorted())
  })

  test('reports a name, a row and a loyalty that are left', async () => {
    const named = await database.after(
      `update person set deleted_at = now() where email = 'ana@demo.surtidor.uy'`,
    )
    expect(named.S18).toContain('"person"')
    const kept = await database.after(
      ...ERASED,
      `insert into operator_station select ${FEDE}, code from branch limit 1`,
    )
    expect(kept.S18).toContain('operator_station')
    const member = await database.after(
      ...ERASED,
      `update loyalty set person_id = ${FEDE} where person_id = ${ANA}`,
    )
    expect(member.S18).toContain('"loyalty"')
    expect(member.S18).toContain('"vehicle"')
  })
})
