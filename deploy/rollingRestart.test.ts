import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { login } from '#contract/user/login.ts'
import { userData } from '#contract/user/userData.ts'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { freePorts } from '#testing/harness/freePort.ts'
import { startForTest } from '#testing/harness/startForTests.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'
import { accepted, createTestClient, fetchFrom } from '#testing/harness/testClient.ts'
import { PASSWORD } from '#testing/harness/testServer.ts'
import { nginx } from '#testing/programs/installedProgram.ts'
import { createSelfSignedCertificate } from '#testing/programs/selfSignedCertificate.ts'
import { startProcess } from '#tools/startProcess.ts'

/** Callers at once, and milliseconds from the end of a call of theirs to the next. */
const CALLERS = 6
const PAUSE_MS = 10

/** Starts nginx with deploy/nginx.conf, in a folder and on ports of its own. @returns its end */
async function startNginx(folder: string, port: number, servers: readonly number[]) {
  const { key, cert } = createSelfSignedCertificate()
  setDefaultCACertificates([...getCACertificates('default'), cert])
  await writeFile(join(folder, 'privkey.pem'), key)
  await writeFile(join(folder, 'fullchain.pem'), cert)
  const given = readFileSync(join(import.meta.dirname, 'nginx.conf'), 'utf8')
    .replace(/listen 80;[\s\S]*?\]:80;/, `listen unix:${folder}/redirect.sock;`)
    .replace(/listen 443/, `listen 127.0.0.1:${port}`)
    .replace(/listen \[::\]:443.*/, '')
    .replaceAll('/etc/ssl/surtidor', folder)
    .replace('127.0.0.1:3000', `127.0.0.1:${servers[0]}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${servers[1]}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off;
    ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
    ${given} }`,
  )
  // nginx reads a variable NGINX as sockets that it inherits, and then stays in the foreground.
  const run = (...args: string[]) =>
    spawnSync(nginx(), [...args, '-c', file], { encoding: 'utf8', env: {} })
  expect(run('-t').stderr).toContain('test is successful')
  expect(run().stderr).toBe('')
  return { stop: () => void run('-s', 'stop') }
}

describe('a rolling restart behind deploy/nginx.conf', () => {
  test('fails no call of a steady load when the next process stops as soon as /readyz answers 200', async () => {
    const folder = tempFolder()
    const database = await startForTest(freshDatabase('demo'))
    const [port = 0, ...ports] = await freePorts(5)
    const { PATH, HOME } = process.env
    const start = async (index: 0 | 1) => {
      const env = {
        PATH,
        HOME,
        SECRET: TEST_SECRET,
        DATA_DIR: folder,
        DATABASE_URL: asAppRole(database.url),
        PORT: String(ports[index]),
        METRICS_PORT: String(ports[index + 2]),
        CALLS_PER_MINUTE: '0',
        JOBS: 'off',
        RECONCILE: 'off',
        TRUST_PROXY: '127.0.0.1',
      }
      const started = startProcess('server/main.ts', { ipc: true, env })
      onTestFinished(async () => void (await started.stop()))
      await started.ready
      expect((await fetch(`http://127.0.0.1:${ports[index]}/readyz`)).status).toBe(200)
      return started
    }
    const running = await Promise.all([start(0), start(1)])
    const results: string[] = []
    let stopped = false
    const proxy = await startNginx(folder, port, ports)
    onTestFinished(() => {
      stopped = true
      proxy.stop()
    })
    const wire = { post: fetchFrom(`https://localhost:${port}`), now: () => new Date() }
    const user = 'ana@demo.surtidor.uy'
    const answer = await createTestClient(wire).call(login, { user, password: PASSWORD })
    const ana = createTestClient(wire, accepted(answer).user.userSessionToken)
    const load = Array.from({ length: CALLERS }, async () => {
      while (!stopped) {
        const result = ana.call(userData, {}).then(({ status }) => `HTTP ${status}`, String)
        results.push(await result)
        await sleep(PAUSE_MS)
      }
    })
    for (const index of [0, 1] as const) {
      await running[index].stop()
      running[index] = await start(index)
    }
    stopped = true
    await Promise.all(load)
    expect(results.filter((result) => result !== 'HTTP 200')).toEqual([])
    expect(results.length).toBeGreaterThan(100)
  })
})
