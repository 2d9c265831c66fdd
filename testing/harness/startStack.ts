import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '#testing/harness/freePort.ts'
import { startProcess } from '#tools/startProcess.ts'

/** Server, sandbox and database as `npm start` runs them, on a data folder and ports of their own. */
export type RunningStack = Awaited<ReturnType<typeof startStack>>

/** Runs the program of `npm start` until it has printed its table of addresses, or has ended. */
export async function startStack(options: { folder?: string; env?: Record<string, string> } = {}) {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'surtidor-stack-')))
  // Where user namespaces are disabled PostgreSQL runs as the user `nobody`, which must traverse the folder.
  await chmod(folder, 0o711)
  const [port, sandboxPort, metricsPort] = await freePorts(3)
  const program = startProcess('tools/run.mjs', {
    args: ['start'],
    env: {
      ...process.env,
      DATA_DIR: folder,
      SEED: 'on',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      METRICS_PORT: String(metricsPort),
      ...options.env,
    },
  })
  // The last row of the table.
  await program.printed('guido@demo.surtidor.uy')
  return {
    app: `http://localhost:${port}`,
    sandbox: `http://localhost:${sandboxPort}`,
    metrics: `http://127.0.0.1:${metricsPort}/metrics`,
    /** The data folder (`DATA_DIR`); a second start with it finds the same data. */
    folder,
    pid: program.child.pid ?? 0,
    output: program.output,
    stop: program.stop,
    /** Stops it and removes its data folder. */
    remove: async () => {
      await program.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
