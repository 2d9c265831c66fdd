import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallContract } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { KIND_NAMES } from '#contract/console/objectKinds.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { companyStatement } from '#contract/loyalty/companyStatement.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { monthReport } from '#contract/operator/monthReport.ts'
import { objects } from '#contract/operator/objects.ts'
import { search } from '#contract/operator/search.ts'
import { totals } from '#contract/operator/totals.ts'
import { contact } from '#contract/user/contact.ts'
import { exportData } from '#contract/user/exportData.ts'
import { login } from '#contract/user/login.ts'
import { sentMessages } from '#contract/user/sentMessages.ts'
import { connectReplica } from '#db/core/connection.ts'
import { sqlState } from '#db/core/sqlErrors.ts'
import { withClient } from '#db/core/withClient.ts'
import { migrateDb } from '#db/migrate.ts'
import { asAppRole, startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { createReplica, type Replica } from '#db/replica.ts'
import { seedDemo } from '#db/seed.ts'
import { signalStart, takeBaseBackup } from '#testing/crashes/baseBackup.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { startDatabaseProxy } from '#testing/harness/tcpProxy.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { freshCode, PASSWORD, type Person, testServerForFile } from '#testing/harness/testServer.ts'

/** A primary with the small demo data and a streaming replica of it, each in a cluster of its own. */
async function startWithReplica() {
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-replica-'))
  // Started as root, PostgreSQL may run as an unprivileged user, who has to traverse the folder.
  await chmod(folder, 0o711)
  const settings = ['fsync=off', 'shared_buffers=64MB', 'max_connections=60']
  const primary = await startEmbedded(join(folder, 'primary'), [...settings, 'wal_keep_size=256MB'])
  await migrateDb(primary.url)
  const small = { now: FIXED_DATE, drivers: 8, movements: 600 }
  await seedDemo(primary.url, { secret: TEST_SECRET, seed: 1, ...small })
  const home = join(folder, 'replica')
  const data = join(home, 'postgres')
  await mkdir(home)
  await takeBaseBackup(primary.url, join(folder, 'primary/postgres'), data)
  await signalStart(data, 'standby')
  const socket = new URL(primary.url.replace('@/', '@host/')).searchParams.get('host')
  const replica = await startEmbedded(home, [
    ...settings,
    `primary_conninfo=host=${socket} user=surtidor`,
  ])
  const onReplica = (statement: string) =>
    withClient(replica.url, (client) => client.query(statement))
  return {
    /** As the servers' login. */
    primaryUrl: asAppRole(primary.url),
    replicaUrl: asAppRole(replica.url),
    ownerUrl: primary.url,
    /** Stops the replay of what the replica receives, until `resume`. */
    pause: () => onReplica('select pg_wal_replay_pause()'),
    resume: () => onReplica('select pg_wal_replay_resume()'),
    replica,
    close: async () => {
      await replica.stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Longer than this file takes: only a test of the limit finds a replica too far behind. */
const ANY_LAG = 86_400

const cluster = startForFile(startWithReplica)
const onOtherCluster = testServerForFile()
let replica: Replica
/** Where the reads that may be stale were answered, in order. */
let served: ('replica' | 'primary')[]
const failures: unknown[] = []
let servers: Awaited<ReturnType<typeof onOtherCluster.second>>[]
let ana: Person
/** In the same session, by the other server. */
let anaElsewhere: Person
let elena: Person

const noteFailure = (error: unknown): void => {
  failures.push(error)
}
const openReplica = (maxLag: number, url = cluster.replicaUrl, report = noteFailure) =>
  createReplica(url, cluster.primaryUrl, { size: 2, report, maxLag })
/** Notes where each read is answered in the end. */
const noting = (to: () => Replica): Replica => ({
  close: async () => {},
  read: (primary, personId, work) =>
    to().read(primary, personId, async (db) => {
      const answer = await work(db)
      served.push(db === primary ? 'primary' : 'replica')
      return answer
    }),
})

/** A person in the same session, by each server. */
const signIn = async (name: string) => {
  const user = `${name}@demo.surtidor.uy`
  const context = contextOf(0)
  const [first, second] = servers
  if (!first || !second) throw new Error('no servers')
  const secondFactor = await freshCode(context, user)
  const answer = await first.session('').call(login, { user, password: PASSWORD, secondFactor })
  const { userSessionToken } = accepted(answer).user
  return [first.session(userSessionToken), second.session(userSessionToken)] as const
}

beforeAll(async () => {
  replica = await openReplica(ANY_LAG)
  const databaseUrl = cluster.primaryUrl
  const start = () => onOtherCluster.second({ replica: noting(() => replica) }, { databaseUrl })
  servers = [await start(), await start()]
  ;[ana, anaElsewhere] = await signIn('ana')
  ;[elena] = await signIn('elena')
})
afterAll(() => replica?.close())
function contextOf(index: number) {
  const context = servers[index]?.context
  if (!context) throw new Error(`there is no server ${index}`)
  return context
}
const write = async (title: string) =>
  accepted(await ana.call(contact, { title, text: 'Hola.', type: 'Consulta', branchCode: '' }))
const titlesOf = async (person: Person) =>
  accepted(await person.call(sentMessages, {})).messages.map(({ title }) => title)
const seenBy = async (person: Person) =>
  JSON.stringify(accepted(await person.call(objects, { kind: 'message' })).rows)
/** Resolves when the replica has what a read of the person would miss there. */
const hasAll = async (read: () => Promise<unknown>) =>
  await expect
    .poll(async () => {
      served = []
      await read()
      return served
    })
    .toContain('replica')

describe('a call whose answer may be stale', () => {
  beforeEach(async () => {
    await cluster.resume()
    // The replica has every change of the tests before.
    await hasAll(() => titlesOf(ana))
    await hasAll(() => seenBy(elena))
    served = []
  })

  test('is answered by the replica: each such call, and each list of the console', async () => {
    const [loyalty] = accepted(await ana.call(loyalties, {})).loyalties
    const period = {
      loyaltyCode: loyalty?.loyaltyCode ?? '',
      dateFrom: '20240101000000',
      dateTo: '20261231235959',
    }
    const made: CallContract[] = []
    const make = async (
      person: Person,
      contract: CallContract,
      fields: Record<string, unknown>,
    ) => {
      made.push(contract)
      accepted(await person.call(contract, fields))
    }
    await make(ana, movements, period)
    await make(ana, accountStatus, period)
    await make(ana, sentMessages, {})
    await make(ana, companyStatement, { loyaltyCode: '60000002', month: '202609' })
    await make(ana, exportData, {})
    await make(elena, search, { text: 'ana@demo.surtidor.uy' })
    await make(elena, monthReport, { month: '202609', by: 'station' })
    for (const kind of KIND_NAMES) {
      await make(elena, objects, { kind })
      await make(elena, totals, { kind })
    }
    expect(served).toEqual(made.map(() => 'replica'))
    expect(new Set(made)).toEqual(
      new Set(Object.values<CallContract>(calls).filter(({ mayBeStale }) => mayBeStale)),
    )
  })

  test('has the own write at once on every server, and the write of another when it is replayed', async () => {
    await cluster.pause()
    await write('Mientras la réplica espera')
    expect(await titlesOf(ana)).toContain('Mientras la réplica espera')
    expect(await titlesOf(anaElsewhere)).toContain('Mientras la réplica espera')
    expect(served).toEqual(['primary', 'primary'])
    expect(await seenBy(elena)).not.toContain('Mientras la réplica espera')
    expect(served.at(-1)).toBe('replica')
    await cluster.resume()
    await expect.poll(() => seenBy(elena)).toContain('Mientras la réplica espera')
    expect(await titlesOf(ana)).toContain('Mientras la réplica espera')
    await expect.poll(() => titlesOf(ana).then(() => served.at(-1))).toBe('replica')
  })

  test('is answered by the primary when a replica finds nothing of what another one has just made', async () => {
    const [fede] = await signIn('fede')
    await hasAll(() => titlesOf(fede))
    await cluster.pause()
    await contextOf(0).db.execute(sql`
      insert into loyalty select (jsonb_populate_record(null::loyalty, to_jsonb(l) || jsonb_build_object(
        'code', '69990001', 'client_card_number', '', 'person_id', p.id, 'request_reference', null))).*
      from loyalty l, person p where l.code = '60000001' and p.email = 'fede@demo.surtidor.uy'`)
    await contextOf(0).db.execute(sql`insert into ledger_account (id, loyalty_code, balance)
      values (gen_random_uuid(), '69990001', 0)`)
    served = []
    const answer = await fede.call(movements, {
      loyaltyCode: '69990001',
      dateFrom: '20260901000000',
      dateTo: '20261231235959',
    })
    expect([accepted(answer).movements, served]).toEqual([[], ['primary']])
  })

  test('is answered by the primary while the replica is too far behind', async () => {
    const usual = replica
    replica = await openReplica(0)
    await cluster.pause()
    await write('Más atrás de lo permitido')
    expect(await seenBy(elena)).toContain('Más atrás de lo permitido')
    expect(served).toEqual(['primary'])
    await replica.close()
    replica = usual
  })

  test('that writes is a defect, not an outage that a program repeats', async () => {
    const { db } = contextOf(0)
    const personId = '00000000-0000-0000-0000-000000000000'
    const error = await replica
      .read(db, personId, (reads) => reads.execute(sql`update person set first_name = 'x'`))
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: expect.stringMatching(/may be stale writes/) })
    expect(sqlState(error)).toBeUndefined()
  })

  test('is answered by the primary when the replica says nothing, as after the loss of its host', async () => {
    const usual = replica
    const proxy = await startDatabaseProxy(cluster.replicaUrl)
    const failed = vi.fn<() => void>()
    replica = await openReplica(ANY_LAG, proxy.url, failed)
    await seenBy(elena)
    proxy.silence()
    await seenBy(elena)
    await seenBy(elena)
    expect(served).toEqual(['replica', 'primary', 'primary'])
    expect(failed).toHaveBeenCalledOnce()
    proxy.close()
    await replica.close()
    replica = usual
  })

  test('is answered by the primary of a server that was started without its replica', async () => {
    const driver = await onOtherCluster.as('ana')
    const readUrl = 'postgres://surtidor_app@127.0.0.1:9/surtidor'
    const elsewhere = (await onOtherCluster.second({}, { readUrl })).session(driver.token)
    expect(await titlesOf(elsewhere)).toEqual(await titlesOf(driver))
  })

  test('is answered by the primary when the replica is gone, and after a failure without asking it', async () => {
    cluster.replica.kill('SIGQUIT')
    await cluster.replica.ended
    await write('Sin réplica')
    for (const person of [ana, anaElsewhere])
      expect(await titlesOf(person)).toContain('Sin réplica')
    expect(await seenBy(elena)).toContain('Sin réplica')
    expect(served).toEqual(['primary', 'primary', 'primary'])
    expect(failures.length).toBeGreaterThan(0)
  })
})

describe('a connection for reads', () => {
  test('writes nothing, also where its address leads to the primary', async () => {
    const reads = await connectReplica(cluster.primaryUrl, cluster.primaryUrl, 1)
    const update = reads.db.execute(sql`update person set first_name = 'x'`)
    expect(sqlState(await update.catch((thrown: unknown) => thrown))).toBe('25006')
    await reads.close()
    const [row] = await withClient(cluster.ownerUrl, async (owner) => {
      const { rows } = await owner.query("select from person where first_name = 'x'")
      return [rows.length]
    })
    expect(row).toBe(0)
  })
})
