import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '#db/embeddedPostgres.ts'
import { connectForCli } from '#db/cliConnection.ts'
import { readDbConfig } from '#db/config.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'surtidor-reach-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

test('a PostgreSQL that runs is joined and left running; one that does not is started and stopped', async () => {
  // The number of a program that is not Surtidor: an old file holds nobody up.
  await writeFile(join(dataDir, 'running.pid'), String(process.pid))
  const own = await connectForCli({ dataDir })
  await own.close()

  const running = await startEmbedded(dataDir, ['fsync=off'])
  try {
    const joined = await connectForCli({ dataDir })
    expect(joined.url).toBe(running.url)
    expect(joined.url).toBe(own.url)
    await joined.close()
    expect(() => process.kill(running.pid, 0)).not.toThrow()
    const still = await connectForCli({ dataDir })
    expect(still.url).toBe(running.url)
  } finally {
    await running.stop()
  }
})

test('a database of one’s own is used as it is named, and never stopped', async () => {
  const databaseUrl = 'postgres://somebody@127.0.0.1:1/theirs'
  const reached = await connectForCli({ databaseUrl, dataDir })
  expect(reached.url).toBe(databaseUrl)
  await reached.close()
})

test('an empty setting counts as absent', () => {
  expect(readDbConfig({ DATABASE_URL: '', DATA_DIR: '' })).toEqual({ dataDir: resolve('.data') })
  expect(readDbConfig({ DATABASE_URL: 'postgres://x', DATA_DIR: '/tmp/x' })).toEqual({
    databaseUrl: 'postgres://x',
    dataDir: '/tmp/x',
  })
})
