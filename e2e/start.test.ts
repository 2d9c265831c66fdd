import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/user/login.ts'
import { logout } from '#contract/user/logout.ts'
import { roles } from '#contract/user/roles.ts'
import { eventually, freePorts, startStack, type RunningStack } from '#testing/runningStack.ts'
import { PASSWORD, personAt } from '#testing/testServer.ts'

/** A newcomer starts it with one command, and nothing that was acknowledged is lost, whatever falls. */
let stack: RunningStack
let ports: number[]
const now = () => new Date()
beforeAll(async () => {
  ports = await freePorts(3)
  stack = await startStack({ ports })
})
afterAll(() => stack.remove())

const enter = async () => {
  const answer = await personAt(stack.app, '', now).call(login, {
    user: 'ana@demo.surtidor.uy',
    password: PASSWORD,
  })
  return personAt(stack.app, answer.user.userSessionToken, now)
}
const children = (pid: number): { pid: number; command: string }[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .flatMap((found) =>
      found && Number(found[2]) === pid ? [{ pid: Number(found[1]), command: found[3] ?? '' }] : [],
    )
    .flatMap((child) => [child, ...children(child.pid)])
const pidOf = (word: string) =>
  children(stack.process.pid ?? 0).find(({ command }) => command.includes(word))?.pid ?? 0

test('it prints where it is and who lives there', async () => {
  for (const line of [
    stack.app,
    stack.sandbox,
    stack.metrics,
    'ana@demo.surtidor.uy',
    'demo-surtidor',
  ])
    expect(stack.printed()).toContain(line)
  expect(await (await fetch(`${stack.app}/healthz`)).json()).toEqual({ alive: true })
  expect((await fetch(`${stack.app}/readyz`)).status).toBe(200)
  expect((await fetch(`${stack.sandbox}/healthz`)).status).toBe(200)
  expect(await (await fetch(stack.metrics)).text()).toContain('surtidor_calls_total')
  expect(await (await fetch(`${stack.app}/`)).text()).toContain('<title>')
})

test.each(['server/main.ts', 'sandbox/main.ts', 'postgres'])(
  'after kill -9 of %s it is up again by itself, with every session',
  async (program) => {
    const ana = await enter()
    const pid = pidOf(program)
    expect(pid).toBeGreaterThan(0)
    process.kill(pid, 'SIGKILL')
    await eventually(
      async () =>
        pidOf(program) !== pid &&
        (await fetch(`${stack.app}/readyz`)).ok &&
        (await fetch(`${stack.sandbox}/healthz`)).ok,
    )
    expect((await ana.call(roles, {})).responseHeader.responseCode).toBe('00')
  },
)

test('after kill -9 of its keeper the next start finds everything, and no port is held by the dead', async () => {
  const ana = await enter()
  const other = await enter()
  expect((await other.call(logout, {})).responseHeader.responseCode).toBe('00')
  const keeper = pidOf('tools/commands/startAll.ts')
  process.kill(keeper, 'SIGKILL')
  await stack.stop()
  // The next start wants the same ports: none of the three may still be somebody's.
  for (const door of [stack.app, stack.sandbox, stack.metrics])
    await eventually(() =>
      fetch(door).then(
        () => false,
        () => true,
      ),
    )
  stack = await startStack({ folder: stack.folder, ports })
  expect((await ana.call(roles, {})).responseHeader.responseCode).toBe('00')
  expect((await other.call(roles, {})).responseHeader.responseCode).toBe('88')
})

test('a second one on the same folder leaves the first alone', async () => {
  const second = await startStack({ folder: stack.folder })
  expect(await second.stop()).toBe(1)
  expect(second.printed()).toMatch(/^surtidor: ya hay un Surtidor andando/m)
  expect((await fetch(`${stack.app}/readyz`)).status).toBe(200)
})

test('a taken port or a broken setting is one clear line, and exit 1', async () => {
  const squatter = createServer()
  const [taken = 0] = await freePorts(1)
  await new Promise<void>((done) => squatter.listen(taken, '127.0.0.1', done))
  const cases: [Record<string, string>, RegExp][] = [
    [{ PORT: String(taken) }, /^surtidor: el puerto \d+ ya está en uso; elegí otro con PORT\.$/m],
    [{ PORT: 'ochenta' }, /^surtidor: Configuración: PORT tiene que ser un puerto/m],
    [{ HOST: '203.0.113.1' }, /^surtidor: 203\.0\.113\.1 no es .* revisá HOST\.$/m],
    [{ SANDBOX_PORT: 'abc' }, /^surtidor: SANDBOX_PORT tiene que ser un número/m],
    [{ SEED: 'no' }, /^surtidor: Configuración: SEED es on u off$/m],
    [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }, /^surtidor: .* DATABASE_URL: .*:9$/m],
  ]
  for (const [env, line] of cases) {
    const broken = await startStack({ env })
    expect(await broken.stop()).toBe(1)
    expect(broken.printed()).toMatch(line)
    expect(broken.printed().trim().split('\n')).toHaveLength(1)
    await broken.remove()
  }
  squatter.close()
})

test('SIGTERM closes it cleanly: exit 0, nothing left running, the lock gone', async () => {
  const pids = children(stack.process.pid ?? 0).map(({ pid }) => pid)
  expect(await stack.stop('SIGTERM')).toBe(0)
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow()
  await expect(readFile(join(stack.folder, 'running.pid'))).rejects.toThrow()
  stack = await startStack({ folder: stack.folder, ports })
  expect((await fetch(`${stack.app}/readyz`)).status).toBe(200)
})
