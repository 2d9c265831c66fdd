import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { connectForCli } from '#db/cliConnection.ts'
import { startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'

const dataDir = tempFolder(afterAll)

describe('connectForCli', () => {
  test('uses and leaves running a PostgreSQL that runs; starts and stops one that does not', async () => {
    // The process id of another program, as an old file could hold.
    await writeFile(join(dataDir, 'running.pid'), String(process.pid))
    const own = await connectForCli({ dataDir })
    await own.close()

    const running = await startEmbedded(dataDir, ['fsync=off'])
    try {
      const joined = await connectForCli({ dataDir })
      expect([joined.url, joined.ownerUrl]).toEqual([running.appUrl, running.url])
      expect([own.url, own.ownerUrl]).toEqual([running.appUrl, running.url])
      await joined.close()
      expect(() => process.kill(running.pid, 0)).not.toThrow()
      const still = await connectForCli({ dataDir })
      expect(still.url).toBe(running.appUrl)
    } finally {
      await running.stop()
    }
  })

  test('uses the database of DATABASE_URL and never stops it', async () => {
    const databaseUrl = 'postgres://user@127.0.0.1:1/other'
    const database = await connectForCli({ databaseUrl, dataDir })
    expect([database.url, database.ownerUrl]).toEqual([databaseUrl, databaseUrl])
    await database.close()
    const ownerUrl = 'postgres://owner@127.0.0.1:1/other'
    expect((await connectForCli({ databaseUrl, ownerUrl, dataDir })).ownerUrl).toBe(ownerUrl)
  })
})
