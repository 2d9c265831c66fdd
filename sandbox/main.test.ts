import { once } from 'node:events'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GATEWAY_CALLS } from '#contract/geopay.ts'
import { loadKeys } from '#sandbox/keys.ts'
import { signed } from '#sandbox/signature.ts'
import { listen } from '#testing/harness/httpProxy.ts'
import { cardNumber, sandboxPayments, submitPage } from '#testing/harness/sandboxControl.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'
import { startTestSandbox } from '#testing/harness/testSandbox.ts'
import { startProcess } from '#tools/startProcess.ts'

/**
 * Starts the program; `ready` resolves with its address.
 * @param within a command in front
 */
function run(env: NodeJS.ProcessEnv, within: string[] = []) {
  const settings = { PATH: process.env.PATH, SANDBOX_PORT: '0', MERCHANT_URL: 'http://127.0.0.1:1' }
  const options = { env: { ...settings, ...env }, ipc: true, within }
  const started = startProcess('sandbox/main.ts', options)
  const ready = started.ready.then((message) => (message as { url: string }).url)
  ready.catch(() => {})
  return { ...started, ready }
}

/** The output of a program that ends with exit code 1. */
async function failureOf(env: NodeJS.ProcessEnv): Promise<string> {
  const { ended, output } = run(env)
  expect(await ended).toBe(1)
  return output()
}

const tokensAt = async (url: string) => (await sandboxPayments(url)).map(({ token }) => token)

/** Creates a function that opens the n-th of 200 prepared payments and returns its token. */
async function createOpener(dir: string) {
  const { merchant } = await loadKeys(join(dir, 'keys'))
  const testSandbox = await startTestSandbox()
  const messages = Array.from({ length: 200 }, (_, n) => testSandbox.order(10_000 + n * 100))
  await testSandbox.close()
  const key = { kid: merchant.kid, key: merchant.privateKey }
  return async (url: string, n: number) => {
    const answer = await fetch(url + GATEWAY_CALLS.payment, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(signed(messages[n] ?? {}, 'requestHeader', key)),
    })
    return ((await answer.json()) as { token: string }).token
  }
}

describe('node sandbox/main.ts', () => {
  test('keeps every acknowledged payment after SIGKILL', async () => {
    const dir = tempFolder()
    const open = await createOpener(dir)
    const first = run({ SANDBOX_DIR: dir })
    const url = await first.ready
    const acknowledged = new Map<number, string>()
    const work = Array.from({ length: 200 }, async (_, n) => {
      acknowledged.set(n, await open(url, n))
      if (acknowledged.size === 60) first.child.kill('SIGKILL')
    })
    await Promise.allSettled(work)
    await first.ended
    await appendFile(join(dir, 'payments.jsonl'), '{"order":{"tok')

    const second = run({ SANDBOX_DIR: dir })
    expect(acknowledged.size).toBeGreaterThanOrEqual(60)
    expect(await tokensAt(await second.ready)).toEqual(
      expect.arrayContaining([...acknowledged.values()]),
    )
    // A repeated request answers the same token after the restart.
    const [[n, token] = [-1, '']] = acknowledged
    expect(await open(await second.ready, n)).toBe(token)
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('exits with 0 on %s', async (signal) => {
    const { child, ready, ended, output } = run({ SANDBOX_DIR: tempFolder() })
    await ready
    child.kill(signal)
    expect(await ended).toBe(0)
    expect(output()).toMatch(/^Pasarela de pruebas GEOPay en http.*\n$/)
  })

  test('exits when its parent process disconnects', async () => {
    const { child, ready } = run({ SANDBOX_DIR: tempFolder() })
    await ready
    // Without its channel the process emits no `close`.
    const exit = once(child, 'exit')
    child.disconnect()
    expect(await exit).toEqual([0, null])
  })

  test('answers the calls in flight before it exits', async () => {
    const dir = tempFolder()
    const open = await createOpener(dir)
    const { child, ready, ended } = run({ SANDBOX_DIR: dir, SANDBOX_SLOW_MS: '60000' })
    const url = await ready
    const token = await open(url, 0)
    const paying = submitPage(url, { token, card: cardNumber('Lenta') })
    await expect.poll(() => sandboxPayments(url)).toMatchObject([{ state: 'INPROCESS' }])
    child.kill('SIGTERM')
    expect(await paying).toMatchObject({ kind: 'returned' })
    expect(await ended).toBe(0)
  })

  test.each([
    [{ SANDBOX_PORT: 'abc' }, /^SANDBOX_PORT tiene que ser un número.*\n$/],
    [{ SANDBOX_PORT: '65536' }, /^SANDBOX_PORT .*\n$/],
    [{ MERCHANT_URL: 'surtidor' }, /^MERCHANT_URL tiene que ser una dirección.*\n$/],
    [{ MERCHANT_WEBHOOKS: 'http://a, ftp://b' }, /^MERCHANT_WEBHOOKS .*ftp:\/\/b.*\n$/],
    [{ GEOPAY_LEGACY_SIGN: 'sí' }, /^GEOPAY_LEGACY_SIGN es 0 o 1.*\n$/],
    [{ SANDBOX_DIR: '/dev/null/x' }, /^La pasarela no puede usar \/dev\/null\/x\/keys.*\n$/],
  ])('answers the setting %j with one line and exit code 1', async (env, line) => {
    expect(await failureOf(env)).toMatch(line)
  })

  test('answers the log of an older version with one line and exit code 1', async () => {
    const dir = tempFolder()
    await appendFile(join(dir, 'log.jsonl'), '')
    expect(await failureOf({ SANDBOX_DIR: dir })).toMatch(
      /^La pasarela no puede usar .*log\.jsonl: es de una versión.*\n$/,
    )
  })

  test('answers a port in use with one line and exit code 1', async () => {
    const { port, close } = await listen(() => {})
    const env = { SANDBOX_DIR: tempFolder(), SANDBOX_PORT: String(port) }
    expect(await failureOf(env)).toBe(
      `El puerto ${port} ya está ocupado. Elegí otro para la pasarela con SANDBOX_PORT.\n`,
    )
    await close()
  })

  test('exits with one line when the disk is full, and keeps the acknowledged payments', async () => {
    const dir = tempFolder()
    const open = await createOpener(dir)
    // A file-size limit of 8 KiB fails like a full disk.
    const limited = run({ SANDBOX_DIR: dir }, ['bash', '-c', 'ulimit -f 8; exec "$@"', 'bash'])
    const url = await limited.ready
    const acknowledged: string[] = []
    for (let n = 0; n < 200; n += 1) {
      const token = await open(url, n).catch(() => null)
      if (!token) break
      acknowledged.push(token)
    }
    expect(await limited.ended).toBe(1)
    expect(limited.output()).toMatch(/\nLa pasarela no puede usar .*payments\.jsonl: .*\.\n$/)
    const unlimited = run({ SANDBOX_DIR: dir })
    expect(acknowledged.length).toBeGreaterThan(3)
    expect(await tokensAt(await unlimited.ready)).toEqual(expect.arrayContaining(acknowledged))
    unlimited.child.kill('SIGTERM')
    await unlimited.ended
  })
})

describe('startSandbox', () => {
  test('accepts and sends legacy signatures only with GEOPAY_LEGACY_SIGN', async () => {
    const testSandbox = await startTestSandbox({ GEOPAY_LEGACY_SIGN: '1' })
    const answer = await testSandbox.send(testSandbox.order(10_000))
    expect(answer.responseHeader.responseCode).toBe('00')
    expect(answer.responseHeader).not.toHaveProperty('kid')
    const { kid, privateKey } = testSandbox.keys.merchant
    const modern = signed(testSandbox.order(10_000), 'requestHeader', { kid, key: privateKey })
    expect(await testSandbox.json(GATEWAY_CALLS.payment, modern)).toMatchObject({
      responseHeader: { responseCode: '05' },
    })
    await testSandbox.close()
  })
})
