import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { assertSeparateRole } from '#db/appRole.ts'
import { APP_ROLE, connectDb } from '#db/core/connection.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import type { Violation } from '#db/invariants/invariant.ts'
import { migrateDb } from '#db/migrate.ts'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import { prepareDatabase } from '#db/prepareDatabase.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const roles: string[] = []
const fresh = startForFile(() => freshDatabase('empty'))
const server = testServerForFile({ template: 'empty' })
afterAll(async () => {
  for (const role of roles) await fresh.client.query(`drop owned by ${role}; drop role ${role}`)
})

/** Creates a login of the cluster, which the test ends with. */
async function createLogin(attributes = ''): Promise<string> {
  const role = `login_${randomUUID().replaceAll('-', '')}`
  await fresh.client.query(`create role ${role} login ${attributes}`)
  roles.push(role)
  return role
}
const urlAs = (role: string, url = fresh.url) =>
  url.replace('postgres://surtidor@', `postgres://${role}@`)

describe("the server's own connection", () => {
  test('logs in as surtidor_app, and no statement makes it another role', async () => {
    const { db } = server.context
    const whoAmI = sql`select session_user as login, current_user as role`
    const asItself = [{ login: 'surtidor_app', role: 'surtidor_app' }]
    expect((await db.execute(whoAmI)).rows).toEqual(asItself)
    for (const statement of ['set role none', 'reset role', 'reset session authorization'])
      await db.transaction(async (tx) => {
        await tx.execute(sql.raw(statement))
        expect((await tx.execute(whoAmI)).rows).toEqual(asItself)
      })
    for (const statement of ['set role surtidor', 'set session authorization surtidor'])
      await expect(db.execute(sql.raw(statement))).rejects.toMatchObject({
        cause: { code: '42501' },
      })
  })

  test.each([
    'alter table audit disable trigger all',
    'alter table ledger_entry disable trigger ledger_entry_append_only',
    'alter table loyalty add column x int',
    'drop trigger audit_append_only on audit',
    'drop table audit',
    'update ledger_entry set points = 0',
    'delete from ledger_transaction',
    'truncate audit',
    'truncate ledger_entry',
    'update audit_head set seq = 0',
    'delete from migration',
    'set session_replication_role = replica',
    'create table mine (id int)',
    'grant surtidor to surtidor_app',
    'create role another',
  ])('is refused: %s', async (statement) => {
    await expect(server.context.db.execute(sql.raw(statement))).rejects.toMatchObject({
      cause: { code: '42501' },
    })
  })
})

describe('assertSeparateRole', () => {
  test('accepts the login of the servers', async () => {
    await expect(assertSeparateRole(asAppRole(fresh.url))).resolves.toBeUndefined()
  })

  test('refuses a superuser, whatever role its options choose', async () => {
    await expect(assertSeparateRole(fresh.url)).rejects.toThrow('es superusuario')
    const options = encodeURIComponent('-c role=surtidor_app')
    await expect(assertSeparateRole(`${fresh.url}&options=${options}`)).rejects.toThrow(
      'es superusuario',
    )
  })

  test('refuses a login that creates roles', async () => {
    const role = await createLogin('createrole')
    await expect(assertSeparateRole(urlAs(role))).rejects.toThrow('puede crear roles')
  })

  test('refuses the owner of a table, and a member of its role', async () => {
    const owner = await createLogin()
    const member = await createLogin(`in role ${owner}`)
    await fresh.client.query(`alter table branch owner to ${owner}`)
    for (const role of [owner, member])
      await expect(assertSeparateRole(urlAs(role))).rejects.toThrow('dueño')
    await fresh.client.query('alter table branch owner to surtidor')
  })

  test('refuses a login that may rewrite the audit, and names it', async () => {
    const role = await createLogin()
    await fresh.client.query(`grant update on audit to ${role}`)
    await expect(assertSeparateRole(urlAs(role))).rejects.toThrow(`«${role}» de DATABASE_URL`)
  })
})

describe('prepareDatabase', () => {
  test('the roles of docs/operations.md: an owner that is no superuser migrates, the server serves', async () => {
    const owner = await createLogin()
    const database = `own_${randomUUID().replaceAll('-', '')}`
    await fresh.client.query(`create database ${database} owner ${owner}`)
    const at = fresh.url.replace(/\/fresh_\w+\?/, `/${database}?`)
    const databaseUrl = asAppRole(at)
    const ownerUrl = urlAs(owner, at)
    try {
      await expect(prepareDatabase({ databaseUrl, production: true })).rejects.toThrow(
        /le faltan migraciones \(\d+\): indicá DATABASE_OWNER_URL/,
      )
      await prepareDatabase({ databaseUrl, ownerUrl, production: true })
      await prepareDatabase({ databaseUrl, production: true })
      await expect(
        prepareDatabase({ databaseUrl: ownerUrl, ownerUrl, production: true }),
      ).rejects.toThrow('dueño')
      await migrateDb(ownerUrl)
    } finally {
      await fresh.client.query(`drop database ${database} with (force)`)
    }
  })

  test.each([
    ['alter role', (login: string) => `alter role ${login} set synchronous_commit = off`],
    ['alter database', () => `alter database ${fresh.name} set synchronous_commit = off`],
    [
      'alter role … in database',
      (login: string) =>
        `alter role ${login} in database ${fresh.name} set synchronous_commit = off`,
    ],
    ['PGOPTIONS o DATABASE_URL', () => ''],
  ])('refuses in production commits that do not wait for the disk, by %s', async (way, off) => {
    const login = await createLogin(way.startsWith('PGOPTIONS') ? '' : `in role ${APP_ROLE}`)
    const databaseUrl = urlAs(login)
    await fresh.client.query(`grant select on migration to ${login}`)
    const given = { databaseUrl, ownerUrl: fresh.url, production: true }
    await prepareDatabase(given)
    if (off(login)) await fresh.client.query(off(login))
    else vi.stubEnv('PGOPTIONS', '-c synchronous_commit=off')
    try {
      await expect(prepareDatabase(given)).rejects.toThrow(
        `Producción: synchronous_commit está en off para ${login} (${way})`,
      )
      const opened = await connectDb(databaseUrl, 1)
      const verified = await checkInvariants(opened.db).catch((error: unknown) => error)
      await opened.close()
      // The login of PGOPTIONS may read no table.
      if (way !== 'PGOPTIONS o DATABASE_URL')
        expect((verified as Violation[]).map(({ code }) => code)).toEqual(['P10'])
    } finally {
      vi.unstubAllEnvs()
      await fresh.client.query(`alter database ${fresh.name} reset synchronous_commit`)
      await fresh.client.query(`alter role ${login} in database ${fresh.name} reset all`)
    }
  })

  test('the one login of DATABASE_URL may be the owner in development, and migrates', async () => {
    await expect(
      prepareDatabase({ databaseUrl: fresh.url, production: false }),
    ).resolves.toBeUndefined()
  })
})
