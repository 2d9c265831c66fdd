import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Job, JobFailure } from '#server/jobs/job.ts'
import { type JobRunner, startJobs } from '#server/jobs/jobRunner.ts'
import type { RunningServer } from '#server/startServer.ts'
import { ageJobs, runDueJobs } from '#testing/harness/jobSteps.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'
import { killJobProcess } from '#testing/programs/killedJobProcess.ts'

const SECRET = 'secreto@correo.example'
let runners: JobRunner[]
let lines: Record<string, unknown>[]
const server = testServerForEachTest()
beforeEach(async () => {
  runners = []
  lines = []
})
afterEach(() => Promise.all(runners.map((runner) => runner.stop())))

/** Starts a process that runs the jobs of the queue `retention` with this work. */
async function start(
  run: Job['run'],
  more: Partial<Job> = {},
  process: Partial<RunningServer> = server,
) {
  const context = process.context ?? server.context
  const log = pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) })
  const kind: Job = { queue: 'retention', concurrency: 2, pollSeconds: 1, run, ...more }
  runners.push(await startJobs({ ...context, log }, [kind]))
}
const add = (data = {}) => server.context.jobs.add(server.context.db, 'retention', data)
const counts = async () =>
  (await server.context.metrics.jobSeconds.get()).values
    .filter(({ metricName }) => metricName === 'surtidor_job_seconds_count')
    .map(({ labels, value }) => `${labels.job} ${labels.result} ${value}`)

describe('startJobs', () => {
  test('runs no job of a transaction that rolls back', async () => {
    const ran: object[] = []
    await start(async (_context, data) => ran.push(data))
    await server.context.db
      .transaction(async (tx) => {
        await server.context.jobs.add(tx, 'retention', { rolledBack: true })
        throw new Error('no')
      })
      .catch(() => {})
    await add({ committed: true })
    await runDueJobs([server.context])
    expect(ran).toEqual([{ committed: true }])
  })

  test('runs the job of a killed process again, in another process', async () => {
    let ran = 0
    await add()
    await killJobProcess(server.databaseUrl, 'retention')
    await start(async () => (ran += 1))
    const { boss } = server.context.jobs
    await boss.supervise('retention')
    await ageJobs(server.context, 10_000)
    expect((await boss.findJobs('retention'))[0]?.state).toBe('active')
    // Past the heartbeat, and then past the wait before the retry.
    await ageJobs(server.context, 50_000)
    await boss.supervise('retention')
    await ageJobs(server.context, 60_000)
    await runDueJobs([server.context])
    expect(ran).toBe(1)
  })

  test('runs a job in one of several processes', async () => {
    const other = await server.second()
    const ran: string[] = []
    await start(async () => ran.push('first'))
    await start(async () => ran.push('second'), {}, other)
    await add()
    await runDueJobs([server.context, other.context])
    expect(ran).toHaveLength(1)
  })

  test('does not add an exclusive job while one is queued or running', async () => {
    const running = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    let ran = 0
    await add()
    await add()
    await start(async () => {
      ran += 1
      running.resolve()
      await end.promise
    })
    await running.promise
    await add()
    end.resolve()
    await runDueJobs([server.context])
    expect(ran).toBe(1)
  })

  test('retries a failed job, gives it up after the last try and logs both', async () => {
    const givenUp: object[] = []
    await start(
      async () => {
        throw new JobFailure('the other server is away')
      },
      { onGivenUp: async (_context, data) => void givenUp.push(data) },
    )
    await add({ some: 'data' })
    for (let tries = 0; tries < 3; tries++) {
      await runDueJobs([server.context])
      await ageJobs(server.context, 60_000)
    }
    expect(lines.map(({ event, attempt, level }) => [event, attempt, level])).toEqual([
      ['job.failed', 1, 40],
      ['job.failed', 2, 40],
      ['job.failed', 3, 40],
      ['job.given_up', undefined, 50],
    ])
    expect(givenUp).toEqual([{ some: 'data' }])
    expect(await counts()).toEqual(['retention failed 3', 'retention given_up 1'])
  })

  test('gives up a permanent failure at once', async () => {
    await start(async () => {
      throw new JobFailure('no such mailbox', true)
    })
    await add()
    await runDueJobs([server.context])
    expect(lines.map(({ event }) => event)).toEqual(['job.failed', 'job.given_up'])
  })

  test('stores nothing of a defect, whose message may quote personal data', async () => {
    await start(async () => {
      throw new Error(`insert failed, params: ${SECRET}`)
    })
    await add()
    await runDueJobs([server.context])
    const { rows } = await server.context.db.execute(sql`select to_jsonb(job) from jobs.job job`)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(SECRET)
    expect(lines[0]).toMatchObject({ event: 'job.failed', level: 50 })
  })

  test('runs other jobs while one hangs (X5)', async () => {
    const end = Promise.withResolvers<void>()
    const ran: object[] = []
    const { context } = server
    await start(
      async (_context, data) => {
        if ('hangs' in data) await end.promise
        ran.push(data)
      },
      { queue: 'mail' },
    )
    await context.jobs.add(context.db, 'mail', { hangs: true })
    for (let n = 0; n < 3; n++) await context.jobs.add(context.db, 'mail', { n })
    await expect.poll(() => ran).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }])
    end.resolve()
  })

  test('fetches the next job in every slot as soon as its job ends', async () => {
    const { context } = server
    for (let n = 0; n < 12; n++) await context.jobs.add(context.db, 'mail', { n })
    // Four jobs end together, so that the twelve end only if each slot takes three of them. A slot
    // that waits for its poll takes one in the time limit of this test.
    let waiting: (() => void)[] = []
    let ended = 0
    const run = async (_context: unknown, _data: unknown, signal: AbortSignal) => {
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve())
        waiting.push(resolve)
        if (waiting.length < 4) return
        for (const end of waiting) end()
        waiting = []
      })
      ended += 1
    }
    await start(run, { queue: 'mail', concurrency: 4, pollSeconds: 120 })
    await expect.poll(() => ended).toBe(12)
  })

  test('aborts the signal of a job that runs for longer than its queue allows', async () => {
    let aborted = false
    await start(async (_context, _data, signal) => {
      await new Promise((ended) => signal.addEventListener('abort', ended))
      aborted = true
    })
    await server.context.jobs.boss.send('retention', {}, { expireInSeconds: 1 })
    await expect.poll(() => aborted).toBe(true)
  })

  test.each([
    ['gateway_health', 60],
    ['retention', 1_800],
    ['retained_points', 1_800],
    ['sale_matching', 1_800],
    ['reconciliation', 1_800],
  ] as const)('ends a run of %s that hangs, after %i s', async (queue, seconds) => {
    const { context } = server
    const { boss } = context.jobs
    await context.jobs.add(context.db, queue, {})
    await boss.fetch(queue)
    const superviseAfter = async (passed: number) => {
      await ageJobs(context, passed * 1_000)
      // The process of a run that hangs still sends heartbeats.
      await context.db.execute(sql`update jobs.job set heartbeat_on = now()`)
      await boss.supervise(queue)
      return (await boss.findJobs(queue))[0]?.state
    }
    expect(await superviseAfter(seconds - 30)).toBe('active')
    expect(await superviseAfter(60)).toBe('retry')
  })

  test('leaves a given-up job to a process that runs its kind', async () => {
    const { boss } = server.context.jobs
    const other = await server.second()
    const givenUp: object[] = []
    await start(async () => {}, { queue: 'mail' })
    await boss.send('retention', { some: 'data' }, { retryLimit: 0 })
    const [job] = await boss.fetch('retention')
    await boss.fail('retention', job?.id ?? '')
    await runDueJobs([server.context])
    expect(lines).toEqual([])
    await runners.pop()?.stop()
    const onGivenUp = async (_context: unknown, data: object) => void givenUp.push(data)
    await start(async () => {}, { onGivenUp }, other)
    await ageJobs(server.context, 60_000)
    await runDueJobs([other.context])
    expect(givenUp).toEqual([{ some: 'data' }])
    expect(lines.map(({ event }) => event)).toEqual(['job.given_up'])
  })

  test('aborts the signal of a running job at a stop, and waits for it', async () => {
    const begun = Promise.withResolvers<void>()
    let ended = false
    await start(async (_context, _data, signal) => {
      begun.resolve()
      await new Promise((aborted) => signal.addEventListener('abort', aborted))
      ended = true
    })
    await add()
    await begun.promise
    await runners[0]?.stop()
    expect(ended).toBe(true)
  })

  test('goes on after the database has ended all its connections', async () => {
    let ran = 0
    await start(async () => (ran += 1))
    await server.context.db
      .execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`,
      )
      .catch(() => {})
    await expect
      .poll(() =>
        add().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await expect.poll(() => ran).toBe(1)
  })
})
