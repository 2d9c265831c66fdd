import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login } from '#contract/user/login.ts'
import { logout } from '#contract/user/logout.ts'
import { roles } from '#contract/user/roles.ts'
import { waitUntil } from '#e2e/browserSession.ts'
import { descendants, stillRunning } from '#e2e/processTree.ts'
import { freePort, freePorts } from '#testing/harness/freePort.ts'
import { PASSWORD, type Person, personAt } from '#testing/harness/testServer.ts'
import { startProcess } from '#tools/startProcess.ts'

/** Server, sandbox and database as `npm start` runs them, on a data folder and ports of their own. */
type RunningStack = Awaited<ReturnType<typeof startStack>>

/** Runs the program of `npm start` until it has printed its table of addresses, or has ended. */
async function startStack(options: { folder?: string; env?: Record<string, string> } = {}) {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'surtidor-stack-')))
  // Where user namespaces are disabled PostgreSQL runs as the user `nobody`, which must traverse the folder.
  await chmod(folder, 0o711)
  const [port, sandboxPort, metricsPort] = await freePorts(3)
  const program = startProcess('tools/run.mjs', {
    args: ['tools/commands/startAll.ts'],
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

/** Replaced by the tests that stop it: each leaves it running on the same folder. */
let stack: RunningStack
const now = () => new Date()
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.remove())
/** On other ports: while it was stopped, another process may have taken its own. */
const startAgain = async () => {
  stack = await startStack({ folder: stack.folder })
}

const signInAsAna = async () => {
  const answer = await personAt(stack.app, '', now).call(login, {
    user: 'ana@demo.surtidor.uy',
    password: PASSWORD,
  })
  return personAt(stack.app, answer.user.userSessionToken, now)
}
const pidOf = (program: string) =>
  descendants(stack.pid).find(({ command }) => command.includes(program))?.pid ?? 0

describe('npm start', () => {
  test('prints its addresses and the demo people, and answers on each address', async () => {
    for (const text of [
      stack.app,
      stack.sandbox,
      stack.metrics,
      'ana@demo.surtidor.uy',
      'demo-surtidor',
    ])
      expect(stack.output()).toContain(text)
    expect(await (await fetch(`${stack.app}/healthz`)).json()).toEqual({ alive: true })
    expect((await fetch(`${stack.app}/readyz`)).status).toBe(200)
    expect((await fetch(`${stack.sandbox}/healthz`)).status).toBe(200)
    expect(await (await fetch(stack.metrics)).text()).toContain('surtidor_calls_total')
    expect(await (await fetch(`${stack.app}/`)).text()).toContain('<title>')
    const licences = await (await fetch(`${stack.app}/licencias.html`)).text()
    expect(licences).toContain('SIL OPEN FONT LICENSE')
  })

  test.each(['server/main.ts', 'sandbox/main.ts', 'postgres'])(
    'restarts %s after kill -9, with every session',
    async (program) => {
      const ana = await signInAsAna()
      const pid = pidOf(program)
      expect(pid).toBeGreaterThan(0)
      process.kill(pid, 'SIGKILL')
      await waitUntil(
        async () =>
          pidOf(program) !== pid &&
          (await fetch(`${stack.app}/readyz`)).ok &&
          (await fetch(`${stack.sandbox}/healthz`)).ok,
      )
      expect((await ana.call(roles, {})).responseHeader.responseCode).toBe('00')
    },
  )

  test('replaces the programs that SIGSTOP has stopped', async () => {
    const ana = await signInAsAna()
    const programs = ['server/main.ts', 'sandbox/main.ts', 'bin/postgres']
    const stopped = programs.map(pidOf)
    for (const pid of stopped) process.kill(pid, 'SIGSTOP')
    await waitUntil(async () => programs.every((program) => !stopped.includes(pidOf(program))))
    await waitUntil(async () => {
      const addresses = [`${stack.app}/readyz`, `${stack.sandbox}/healthz`]
      const answers = await Promise.all(addresses.map((address) => fetch(address)))
      return answers.every(({ ok }) => ok)
    })
    expect((await ana.call(roles, {})).responseHeader.responseCode).toBe('00')
  })

  test('ends its programs after kill -9 of the supervisor, and the next start finds the same data', async () => {
    const ana = await signInAsAna()
    const other = await signInAsAna()
    expect((await other.call(logout, {})).responseHeader.responseCode).toBe('00')
    const programs = descendants(stack.pid)
    process.kill(pidOf('tools/commands/startAll.ts'), 'SIGKILL')
    await stack.stop()
    await waitUntil(async () => stillRunning(programs, stack.folder).length === 0)
    await startAgain()
    const rolesWith = ({ token }: Person) => personAt(stack.app, token, now).call(roles, {})
    expect((await rolesWith(ana)).responseHeader.responseCode).toBe('00')
    expect((await rolesWith(other)).responseHeader.responseCode).toBe('88')
  })

  test('refuses to start on a folder in use, and leaves the first one running', async () => {
    const second = await startStack({ folder: stack.folder })
    expect(await second.stop()).toBe(1)
    expect(second.output()).toMatch(/^surtidor: ya hay un Surtidor en marcha/m)
    expect((await fetch(`${stack.app}/readyz`)).status).toBe(200)
  })

  test('prints one error and exits 1 for a port in use or an invalid setting', async () => {
    const otherServer = createServer()
    const portInUse = await freePort()
    await new Promise<void>((done) => otherServer.listen(portInUse, '127.0.0.1', done))
    const cases: [env: Record<string, string>, message: RegExp][] = [
      [
        { PORT: String(portInUse) },
        /^surtidor: el puerto \d+ ya está en uso; elegí otro con PORT\.$/m,
      ],
      [{ PORT: 'ochenta' }, /^surtidor: Configuración: PORT tiene que ser un puerto/m],
      [{ HOST: '203.0.113.1' }, /^surtidor: 203\.0\.113\.1 no es .* revisá HOST\.$/m],
      [{ SANDBOX_PORT: 'abc' }, /^surtidor: SANDBOX_PORT tiene que ser un número/m],
      [{ SEED: 'no' }, /^surtidor: Configuración: SEED es on u off$/m],
      [
        { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' },
        /^surtidor: .* DATABASE_URL: .*:9$/m,
      ],
    ]
    await Promise.all(
      cases.map(async ([env, message]) => {
        const broken = await startStack({ env })
        expect(await broken.stop()).toBe(1)
        expect(broken.output()).toMatch(message)
        expect(broken.output().trim().split('\n')).toHaveLength(1)
        await broken.remove()
      }),
    )
    otherServer.close()
  })

  test('ends all its processes on SIGTERM, removes its lock and exits 0', async () => {
    const pids = descendants(stack.pid).map(({ pid }) => pid)
    expect(await stack.stop()).toBe(0)
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow()
    await expect(readFile(join(stack.folder, 'running.pid'))).rejects.toThrow()
    await startAgain()
    expect((await fetch(`${stack.app}/readyz`)).status).toBe(200)
  })
})
