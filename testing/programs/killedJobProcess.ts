import { connectDb } from '#db/core/connection.ts'
import { connectJobQueue } from '#db/jobs/queue.ts'
import type { QueueName } from '#db/jobs/queueDefinitions.ts'
import { startProcess } from '#tools/startProcess.ts'

/** Has another process take a job of a queue and kills it, with SIGKILL, while the job runs. */
export async function killJobProcess(databaseUrl: string, queue: QueueName): Promise<void> {
  const file = 'testing/programs/killedJobProcess.ts'
  const { ready, kill, ended } = startProcess(file, { args: [databaseUrl, queue], ipc: true })
  await ready
  kill('SIGKILL')
  await ended
}

/** The other process: its job never ends. */
async function runEndlessJob([databaseUrl = '', queue = '']: string[]): Promise<void> {
  const { pool } = await connectDb(databaseUrl, 2)
  const { boss } = await connectJobQueue(pool, false, () => {})
  await boss.work(queue, { pollingIntervalSeconds: 0.5 }, async () => {
    process.send?.('begun')
    await new Promise(() => {})
  })
}

if (import.meta.main) await runEndlessJob(process.argv.slice(2))
