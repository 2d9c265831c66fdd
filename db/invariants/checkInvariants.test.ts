import { describe, expect, test } from 'vitest'
import { createCorruptibleDatabase } from '#testing/database/corruptibleDatabase.ts'
import { startForFile } from '#testing/harness/startFor.ts'

/** An unchanged database has no violation; a rewritten audit is reported. */
const database = startForFile(createCorruptibleDatabase)

describe('checkInvariants', () => {
  test('finds no violation in the demo data', async () => {
    expect(await database.after()).toEqual({})
  })

  test('AUD: reports a changed audit entry', async () => {
    const found = await database.after(
      `update audit set at = at + interval '1 second' where seq = 3`,
    )
    expect(Object.keys(found)).toEqual(['AUD'])
    expect(found.AUD).toContain('"seq":3')
  })

  test('L2: reports a missing guard of the audit, and a role that can rewrite it', async () => {
    const gone = await database.after('alter table audit disable trigger audit_append_only')
    expect(gone.L2).toContain('audit_append_only')
    const open = await database.after('grant delete on audit to surtidor_app')
    expect(open.L2).toContain('surtidor_app audit')
  })
})
