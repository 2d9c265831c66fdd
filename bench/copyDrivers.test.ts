import { describe, expect, inject, test } from 'vitest'
import { copyDrivers } from '#bench/copyDrivers.ts'
import { connectDb } from '#db/core/connection.ts'
import { withClient } from '#db/core/withClient.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'

describe('copyDrivers', () => {
  test('the copies of the drivers hold every invariant of the ledger, its chain included', async () => {
    const cluster = inject('cluster')
    const url = cluster.replace('/postgres?', '/copied?')
    await withClient(cluster, (client) => client.query('create database copied template demo'))
    const counts = await withClient(url, async (client) => {
      const count = async () =>
        (await client.query<{ count: string }>('select count(*) from ledger_entry where seq > 0'))
          .rows[0]?.count
      const before = Number(await count())
      await copyDrivers(client, 2, () => {})
      return [before, Number(await count())]
    })
    expect(counts[1]).toBe(3 * (counts[0] ?? 0))
    expect(counts[0]).toBeGreaterThan(0)
    const opened = await connectDb(url, 1)
    // Decisions on requests and their audit are of the originals alone.
    const violated = (await checkInvariants(opened.db)).filter(({ code }) => code.startsWith('L'))
    expect(violated).toEqual([])
    await opened.close()
    await withClient(cluster, (client) => client.query('drop database copied with (force)'))
  })
})
