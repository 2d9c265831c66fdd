import { join } from 'node:path'
import { BENCH_DATA, type Dataset, datasetOf } from '#bench/datasets.ts'
import { asAppRole, startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { freePort } from '#testing/harness/freePort.ts'
import { type ProcessOptions, startProcess } from '#tools/startProcess.ts'

export type MeasuredProcess = Awaited<ReturnType<typeof startMeasured>>

/** Our server, as `npm start` runs it. */
export const startOurServer = ({ url, name }: Dataset, settings: Record<string, string> = {}) =>
  startMeasured('server/main.ts', (port) => ({
    env: {
      ...process.env,
      DATABASE_URL: asAppRole(url),
      PORT: port,
      METRICS_PORT: '0',
      DATA_DIR: join(BENCH_DATA, name),
      LOG_LEVEL: 'warn',
      // In production the server refuses demo data; what it measures is the same.
      NODE_ENV: 'development',
      ...settings,
    },
  }))

/** The baseline of `bench/peers/baselineServer.ts`. @param pool database connections */
export const startBaseline = ({ url }: Dataset, pool: number) =>
  startMeasured('bench/peers/baselineServer.ts', (port) => ({
    args: [url, port, String(pool)],
    env: { ...process.env, NODE_ENV: 'production' },
  }))

async function startMeasured(file: string, optionsAt: (port: string) => ProcessOptions) {
  const port = await freePort()
  const options = { stdout: 'ignore', stderr: 'inherit', ipc: true } as const
  const { ready, stop } = startProcess(file, { ...options, ...optionsAt(String(port)) })
  await ready
  return { port, stop }
}

const BROWSER_DATASET = { drivers: 40, movements: 6_000 }

/** Runs `work` with our server on a small database. @param address of the app, with a slash at the end */
export async function withOurServer<T>(
  work: (address: string, dataset: Dataset) => Promise<T>,
): Promise<T> {
  const cluster = await startEmbedded(BENCH_DATA)
  try {
    const dataset = await datasetOf(cluster, BROWSER_DATASET)
    const server = await startOurServer(dataset)
    return await work(`http://localhost:${server.port}/`, dataset).finally(() => server.stop())
  } finally {
    await cluster.stop()
  }
}
