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
  ports = await freePorts(3)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs `npm start` itself, until it has printed the last line of its table. */
async function npmStart(): Promise<ChildProcess> {
  const [PORT, SANDBOX_PORT, METRICS_PORT] = ports.map(String)
  const npm = spawn('npm', ['start'], {
    env: { ...process.env, DATA_DIR: folder, PORT, SANDBOX_PORT, METRICS_PORT },
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

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
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

const ALL = ['tools/commands/startAll.ts', 'server/main.ts', 'sandbox/main.ts', 'bin/postgres']

describe('npm start', () => {
  test.each<[signal: NodeJS.Signals, layer: string]>([
    ['SIGTERM', 'npm'],
    ['SIGKILL', 'npm'],
    ['SIGINT', 'the terminal'],
    ['SIGTERM', 'node tools/run.mjs'],
    ['SIGKILL', 'node tools/run.mjs'],
    ['SIGTERM', 'tools/commands/startAll.ts'],
    ['SIGKILL', 'tools/commands/startAll.ts'],
  ])('%s to %s ends all its processes and frees the ports', async (signal, layer) => {
    const { pid = 0 } = await npmStart()
    const tree = descendants(pid)
    for (const program of ALL)
      expect(tree.map(({ command }) => command).join('\n')).toContain(program)
    // The server waits eight seconds for its rest.
    if (signal === 'SIGTERM' && layer === 'npm') unfinishedCall()
    const found = tree.find(
      ({ command }) => command.startsWith(layer) || command.includes(`/${layer}`),
    )
    const targets: Record<string, number | undefined> = { npm: pid, 'the terminal': -pid }
    process.kill(targets[layer] ?? found?.pid ?? 0, signal)
    await allEnded(tree)
    for (const port of ports) expect(await isListening(port)).toBe(false)
  })
})
