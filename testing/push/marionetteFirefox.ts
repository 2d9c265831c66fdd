import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { firefox } from '#testing/browser/firefox.ts'
import { freePorts } from '#testing/harness/freePort.ts'

/** A headless Firefox that is driven through Marionette, also in the context of the browser itself. */
export interface MarionetteFirefox {
  navigate(address: string): Promise<void>
  /** Runs the body of an asynchronous function in the page, and answers what it returns. */
  inPage<T>(body: string, ...args: unknown[]): Promise<T>
  /** The same in the browser's own context. */
  inBrowser<T>(body: string, ...args: unknown[]): Promise<T>
  close(): Promise<void>
}

/** How long Firefox may take to listen, in milliseconds. */
const START_MS = 60_000

/** @param preferences besides those for a quiet start */
export async function startFirefox(
  preferences: Record<string, string | number | boolean>,
): Promise<MarionetteFirefox> {
  const profile = await mkdtemp(join(tmpdir(), 'surtidor-firefox-'))
  const [port = 0] = await freePorts(1)
  const all = {
    'marionette.port': port,
    'app.update.disabledForTesting': true,
    'browser.shell.checkDefaultBrowser': false,
    'browser.aboutwelcome.enabled': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'toolkit.telemetry.reportingpolicy.firstRun': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'services.settings.server': 'data:,#remote-settings-dummy/v1',
    'extensions.update.enabled': false,
    ...preferences,
  }
  const lines = Object.entries(all).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const child = spawn(
    firefox(),
    [
      '--headless',
      '--no-remote',
      '--profile',
      profile,
      '--marionette',
      '-remote-allow-system-access',
    ],
    { stdio: 'ignore', env: { ...process.env, MOZ_CRASHREPORTER_DISABLE: '1' } },
  )
  const socket = await connected(port)
  const send = commandsOver(socket)
  await send('WebDriver:NewSession', { acceptInsecureCerts: true })
  await send('WebDriver:SetTimeouts', { script: 60_000, pageLoad: 60_000 })
  const run = async <T>(context: 'content' | 'chrome', body: string, args: unknown[]) => {
    await send('Marionette:SetContext', { value: context })
    const script = `const done = arguments[arguments.length - 1];
      (async (...args) => { ${body} })(...[...arguments].slice(0, -1)).then(
        (value) => done({ value: value ?? null }), (error) => done({ error: String(error) }))`
    const sandbox = context === 'chrome' ? { sandbox: 'system', newSandbox: false } : {}
    const { value } = (await send('WebDriver:ExecuteAsyncScript', {
      script,
      args,
      ...sandbox,
    })) as {
      value: { value: T; error?: string }
    }
    if (value.error) throw new Error(value.error)
    return value.value
  }
  return {
    navigate: async (url) => {
      await send('Marionette:SetContext', { value: 'content' })
      await send('WebDriver:Navigate', { url })
    },
    inPage: (body, ...args) => run('content', body, args),
    inBrowser: (body, ...args) => run('chrome', body, args),
    close: async () => {
      const ended = once(child, 'exit')
      void send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => {})
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await ended
      clearTimeout(timer)
      socket.destroy()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function connected(port: number): Promise<Socket> {
  for (let waited = 0; ; waited += 100) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return socket
    } catch (error) {
      if (waited >= START_MS) throw error
      await sleep(100)
    }
  }
}

/** Marionette's protocol: `length:[0, id, command, parameters]`, answered by `length:[1, id, error, result]`. */
function commandsOver(socket: Socket) {
  const waiting = new Map<
    number,
    { resolve: (result: unknown) => void; reject: (error: Error) => void }
  >()
  let pending = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk])
    for (;;) {
      const colon = pending.indexOf(':')
      const length = Number(pending.subarray(0, Math.max(colon, 0)).toString())
      if (colon < 0 || pending.length < colon + 1 + length) return
      const message = JSON.parse(
        pending.subarray(colon + 1, colon + 1 + length).toString(),
      ) as unknown
      pending = pending.subarray(colon + 1 + length)
      if (!Array.isArray(message)) continue
      const [, id, error, result] = message as [number, number, { message: string } | null, unknown]
      const command = waiting.get(id)
      waiting.delete(id)
      if (error) command?.reject(new Error(error.message))
      else command?.resolve(result)
    }
  })
  socket.on('error', () => {})
  let last = 0
  return async (name: string, parameters: object): Promise<unknown> => {
    last += 1
    const text = Buffer.from(JSON.stringify([0, last, name, parameters]))
    const answer = new Promise((resolve, reject) => waiting.set(last, { resolve, reject }))
    socket.write(`${text.length}:`)
    socket.write(text)
    return await answer
  }
}
