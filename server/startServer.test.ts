import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { JobQueue } from '#db/jobs/queue.ts'
import { startServer } from '#server/startServer.ts'
import { freePort } from '#testing/harness/freePort.ts'
import { startTestServer } from '#testing/harness/testServer.ts'

describe('startServer', () => {
  test('closes its ports when the background jobs do not start', async () => {
    const server = await startTestServer()
    const [port, metricsPort] = [await freePort(), await freePort()]
    const { databaseUrl } = server
    const config = { ...server.context.config, port, metricsPort, databaseUrl, jobs: true }
    const work = () => Promise.reject(new Error('no database'))
    const jobs = { boss: { on: () => {}, work } } as unknown as JobQueue
    const starting = startServer(config, pino({ level: 'silent' }), { jobs })
    await expect(starting).rejects.toThrow('no database')
    for (const closed of [port, metricsPort])
      await expect(fetch(`http://127.0.0.1:${closed}/`)).rejects.toThrow('fetch failed')
    await server.close()
  })
})
