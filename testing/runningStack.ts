import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Surtidor as `npm start` brings it up, on a folder and ports of its own. */
export interface RunningStack {
  app: string
  sandbox: string
  metrics: string
  /** Where its data lies: a second start on it finds everything. */
  folder: string
  process: ChildProcess
  /** Everything it printed so far. */
  printed(): string
  /** Ends it as Ctrl-C would; settles with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** Stops it and removes its data. */
  remove(): Promise<void>
}

/** Ports that are free now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, () => {
      const server = createServer()
      return new Promise<typeof server>((done) => server.listen(0, '127.0.0.1', () => done(server)))
    }),
  )
  return Promise.all(
    servers.map((server) => {
      const { port } = server.address() as { port: number }
      return new Promise<number>((done) => server.close(() => done(port)))
    }),
  )
}

/** Runs `npm start`'s own program until it has printed its table, or has ended. */
export async function startStack(
  options: { folder?: string; ports?: number[]; env?: Record<string, string> } = {},
): Promise<RunningStack> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'surtidor-town-')))
  // Where user namespaces are closed PostgreSQL runs as nobody, who must get through.
  await chmod(folder, 0o711)
  const [port, sandboxPort, metricsPort] = options.ports ?? (await freePorts(3))
  const child = spawn(process.execPath, [join(root, 'tools/run.mjs'), 'start'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
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
  let printed = ''
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  const up = new Promise<void>((done) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
        if (printed.includes('fede@demo.surtidor.uy')) done()
      })
  })
  await Promise.race([up, ended])
  const stack: RunningStack = {
    app: `http://localhost:${port}`,
    sandbox: `http://localhost:${sandboxPort}`,
    metrics: `http://127.0.0.1:${metricsPort}/metrics`,
    folder,
    process: child,
    printed: () => printed,
    stop: (signal = 'SIGTERM') => {
      if (child.exitCode === null) child.kill(signal)
      return ended
    },
    remove: async () => {
      await stack.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return stack
}

/** Waits until `look` answers something truthy. */
export async function eventually<T>(
  look: () => Promise<T | null | undefined | false>,
  milliseconds = 30_000,
): Promise<T> {
  const until = performance.now() + milliseconds
  for (;;) {
    const seen = await look().catch(() => null)
    if (seen) return seen
    if (performance.now() > until) throw new Error('it did not come to pass')
    await new Promise((done) => setTimeout(done, 100))
  }
}
