import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CorruptibleDatabase, openCorruptibleDatabase } from '#testing/corruptibleDatabase.ts'

/** What nobody touched keeps every promise, and a rewritten audit is named. */
let database: CorruptibleDatabase
beforeAll(async () => {
  database = await openCorruptibleDatabase()
})
afterAll(() => database.close())

test('nothing is found in a town that nobody touched', async () => {
  expect(await database.after()).toEqual({})
})

test('AUD: a line of the audit was changed', async () => {
  const found = await database.after(`update audit set at = at + interval '1 second' where seq = 3`)
  expect(Object.keys(found)).toEqual(['AUD'])
  expect(found.AUD).toContain('"seq":3')
})

test('L2: the guard of the audit is gone, or the role may rewrite it', async () => {
  const gone = await database.after('alter table audit disable trigger audit_append_only')
  expect(gone.L2).toContain('audit_append_only')
  const open = await database.after('grant delete on audit to surtidor_app')
  expect(open.L2).toContain('surtidor_app audit')
})
