import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { descendants, stillRunning } from '#e2e/processTree.ts'
import { freePorts } from '#testing/harness/freePort.ts'

let folder: string
let ports: number[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surtidor-processes-'))
  await chmod(folder, 0o711)
  ports = await freePorts(4)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs `npm run` itself, until it has printed the last line of the table. */
async function npmRun(script: 'start' | 'dev'): Promise<ChildProcess> {
  const [PORT, SANDBOX_PORT, METRICS_PORT, vitePort] = ports.map(String)
  const more = script === 'dev' ? { PUBLIC_URL: `http://localhost:${vitePort}` } : {}
  const npm = spawn('npm', ['run', script], {
    env: { ...process.env, DATA_DIR: folder, PORT, SANDBOX_PORT, METRICS_PORT, ...more },
    stdio: ['ignore', 'pipe', 'ignore'],
    // A process group of its own, as a terminal gives it.
    detached: true,
  })
  onTestFinished(() => void npm.kill('SIGTERM'))
  let output = ''
  for await (const chunk of npm.stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk)
    if (output.includes('/metrics')) break
  }
  npm.stdout.resume()
  return npm
}

const allEnded = (tree: ReturnType<typeof descendants>) =>
  expect
    .poll(() => stillRunning(tree, folder).map(({ command }) => command), { interval: 200 })
    .toEqual([])

/** The process of a layer of the tree below npm; negative for the group that a terminal signals. */
function pidOf(layer: string, npm: number, tree: ReturnType<typeof descendants>): number {
  const found = tree.find(
    ({ command }) => command.startsWith(layer) || command.includes(`/${layer}`),
  )
  const targets: Record<string, number | undefined> = { npm, 'the terminal': -npm }
  return targets[layer] ?? found?.pid ?? 0
}

const isListening = (port: number, host = '127.0.0.1') =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, host)
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
  })

/** A call of which the server waits for the rest. */
function unfinishedCall() {
  const call = connect(ports[0] ?? 0, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void call.destroy())
  call.write(
    'POST /api/user/process/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n{',
  )
}

const ALL = ['/tools/commands/startAll.ts', 'server/main.ts', 'sandbox/main.ts', 'bin/postgres']

describe('npm start', () => {
  test.each<[signal: NodeJS.Signals, layer: string]>([
    ['SIGTERM', 'npm'],
    ['SIGKILL', 'npm'],
    ['SIGINT', 'the terminal'],
    ['SIGTERM', 'node tools/run.mjs'],
    ['SIGKILL', 'node tools/run.mjs'],
  ])('%s to %s ends all its processes and frees the ports', async (signal, layer) => {
    const { pid = 0 } = await npmRun('start')
    const tree = descendants(pid)
    for (const program of ALL)
      expect(tree.map(({ command }) => command).join('\n')).toContain(program)
    // The server waits eight seconds for its rest.
    if (signal === 'SIGTERM' && layer === 'npm') unfinishedCall()
    process.kill(pidOf(layer, pid, tree), signal)
    await allEnded(tree)
    for (const port of ports) expect(await isListening(port)).toBe(false)
  })
})

describe('npm run dev', () => {
  test.each<[signal: NodeJS.Signals, layer: string]>([
    ['SIGTERM', 'npm'],
    ['SIGINT', 'the terminal'],
    ['SIGINT', 'node tools/run.mjs'],
  ])('%s to %s ends all its processes and frees the ports', async (signal, layer) => {
    const { pid = 0 } = await npmRun('dev')
    const vitePort = ports[3] ?? 0
    await expect.poll(() => isListening(vitePort, 'localhost')).toBe(true)
    const tree = descendants(pid)
    for (const program of [...ALL, '--watch-path', 'vite/bin/vite.js'])
      expect(tree.map(({ command }) => command).join('\n')).toContain(program)
    process.kill(pidOf(layer, pid, tree), signal)
    await allEnded(tree)
    for (const port of ports) expect(await isListening(port, 'localhost')).toBe(false)
  })
})
