import { describe, expect, test } from 'vitest'
import type { RoleCode } from '#contract/roles.ts'
import { setRole } from '#db/accounts/roles.ts'
import { connectDb } from '#db/core/connection.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { startForTest } from '#testing/harness/startForTests.ts'

describe('setRole', () => {
  test('gives a confirmed account without loyalties the role, ends its sessions and audits it', async () => {
    const fresh = await startForTest(freshDatabase('demo'))
    const opened = await startForTest(connectDb(fresh.url, 1, TEST_SECRET))
    const now = new Date('2026-09-07T15:00:00Z')
    const at = (name: string) => `${name}@demo.surtidor.uy`
    const rolesOf = async (name: string) =>
      (
        await fresh.client.query(
          'select role_code from person_role join person on person.id = person_id where email = $1',
          [at(name)],
        )
      ).rows.map(({ role_code }) => role_code)
    const giveRole = (name: string, role: RoleCode) =>
      setRole(opened.db, at(name), {
        role,
        removesFactor: false,
        codeHash: Buffer.alloc(32),
        codeExpiresAt: now,
        now,
      })
    await fresh.client.query(
      `insert into session (token_hash, person_id, created_at, seen_at, expires_at)
     select sha256('a token'), id, $1::timestamptz, $1, $1::timestamptz + interval '1 day' from person where email = $2`,
      [now, at('fede')],
    )
    expect(await giveRole('fede', '4')).toBe('codeStored')
    expect(await rolesOf('fede')).toEqual(['4'])
    const sessions = await fresh.client.query(
      'select revoked_at from session join person on person.id = person_id where email = $1',
      [at('fede')],
    )
    expect(sessions.rows).toEqual([{ revoked_at: now }])
    const entries = await fresh.client.query(
      `select detail from audit join person on person.id = actor_id
       where action = 'roleGiven' and email = $1`,
      [at('fede')],
    )
    expect(entries.rows).toEqual([{ detail: { role: '4' } }])
    expect(await checkInvariants(opened.db)).toEqual([])

    expect(await giveRole('ana', '1')).toBe('driver')
    expect(await giveRole('beto', '1')).toBe('unconfirmed')
    expect(await giveRole('nobody', '1')).toBe('unknown')
    expect([await rolesOf('ana'), await rolesOf('beto')]).toEqual([['2'], ['2']])
  })

  test('removes the passkeys of a driver who becomes an operator, and of a lost second factor', async () => {
    const fresh = await startForTest(freshDatabase('demo'))
    const opened = await startForTest(connectDb(fresh.url, 1, TEST_SECRET))
    const now = new Date('2026-09-07T15:00:00Z')
    const email = 'fede@demo.surtidor.uy'
    const give = (role: RoleCode, removesFactor = false) =>
      setRole(opened.db, email, {
        role,
        removesFactor,
        codeHash: Buffer.alloc(32),
        codeExpiresAt: now,
        now,
      })
    const addPasskey = async () => {
      await fresh.client.query(
        `insert into passkey (id, person_id, credential_id, public_key, counter, transports,
           backup_eligible, backed_up, aaguid, name, created_at)
         select gen_random_uuid(), id, uuid_send(gen_random_uuid()), '', 0, '{}', true, true,
           gen_random_uuid(), '', $1 from person where email = $2`,
        [now, email],
      )
    }
    const passkeys = async () => (await fresh.client.query('select id from passkey')).rows.length
    await addPasskey()
    expect([await give('4'), await passkeys()]).toEqual(['codeStored', 0])
    await addPasskey()
    // A passkey of an operator is a second factor: there is none to enrol.
    expect([await give('1'), await passkeys()]).toEqual(['given', 1])
    expect([await give('1', true), await passkeys()]).toEqual(['codeStored', 0])
    await addPasskey()
    expect([await give('2'), await passkeys()]).toEqual(['given', 1])
  })
})
