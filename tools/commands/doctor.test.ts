import { existsSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { APP_ROLE } from '#db/core/connection.ts'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { createSelfSignedCertificate } from '#testing/fixtures/selfSignedCertificate.ts'
import { createProductionFolders } from '#testing/harness/productionEnvironment.ts'
import { startTestSmtpServer } from '#testing/harness/testSmtpServer.ts'
import { startProcess } from '#tools/startProcess.ts'

const production = await createProductionFolders()
afterAll(() => production.remove())

/** The output of `npm run doctor` with these settings of production. */
async function diagnose(changes: Record<string, string | undefined>) {
  const { PATH, HOME } = process.env
  const program = startProcess('tools/commands/doctor.ts', {
    env: { PATH, HOME, ...production.env, ...changes },
  })
  const code = await program.ended
  const lines = program.output().trim().split('\n')
  const linesOf = (word: string) =>
    lines.filter((line) => line.startsWith(word)).map((line) => line.slice(6))
  return { code, good: linesOf('bien'), odd: linesOf('raro'), refused: linesOf('mal') }
}

async function database(template: 'empty' | 'demo') {
  const made = await freshDatabase(template)
  onTestFinished(() => made.close())
  return made
}

/** A port that takes connections and never answers. */
async function silentPort(): Promise<number> {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

describe('npm run doctor', () => {
  test('lists what the start would refuse, the demo data too, and exits with 1', async () => {
    const { url, client } = await database('demo')
    await client.query('delete from migration where id = (select max(id) from migration)')
    const found = await diagnose({ DATABASE_URL: url, SECRET: undefined, PUBLIC_URL: undefined })
    expect(found.code).toBe(1)
    expect(found.refused).toEqual([
      expect.stringMatching(/^Producción: PUBLIC_URL tiene que ser/),
      expect.stringMatching(/^Producción: SECRET tiene que ser/),
      expect.stringMatching(/^Producción: la base tiene los datos de demostración/),
      expect.stringMatching(/^el usuario «surtidor» de DATABASE_URL es superusuario/),
    ])
    expect(found.odd).toContainEqual(expect.stringMatching(/^faltan migraciones \(1\)/))
    // Nothing was applied.
    const again = await diagnose({ DATABASE_URL: url })
    expect(again.odd).toContainEqual(expect.stringMatching(/^faltan migraciones \(1\)/))
  })

  test('names what is odd, and exits with 0 when the start would not refuse', async () => {
    const { url } = await database('empty')
    const certificate = createSelfSignedCertificate(new Date())
    const authority = join(production.folder, 'authority.pem')
    writeFileSync(authority, certificate.cert)
    const smtp = await startTestSmtpServer(certificate)
    onTestFinished(() => smtp.close())
    const found = await diagnose({
      DATABASE_URL: asAppRole(url),
      DATABASE_OWNER_URL: url,
      SMTP_URL: smtp.url,
      NODE_EXTRA_CA_CERTS: authority,
      // No name is looked up outside this machine.
      PUBLIC_URL: 'https://localhost:1',
      GEOPAY_URL: 'https://localhost:1',
    })
    expect({ code: found.code, refused: found.refused }).toEqual({ code: 0, refused: [] })
    for (const line of [
      /^TRUST_PROXY no está/,
      /^MAIL_FROM no está/,
      /^GEOPAY_MERCHANT_ID no está/,
      // The cluster of the tests runs without durability.
      /^fsync está en off/,
      /^full_page_writes está en off/,
      /^https:\/\/localhost:1 no contesta /,
      /^la pasarela no contesta bien en https:\/\/localhost:\d+/,
    ])
      expect(found.odd).toContainEqual(expect.stringMatching(line))
    for (const line of [
      /^quedan .* libres en el disco/,
      /^el usuario de DATABASE_URL es uno aparte del dueño$/,
      /^el reloj de esta máquina coincide con el de la base$/,
      /^las migraciones están al día$/,
      /^el servidor de correo acepta la conexión y la clave$/,
    ])
      expect(found.good).toContainEqual(expect.stringMatching(line))
  })

  test("refuses commits that do not wait for the disk on the servers' own connections", async () => {
    const { name, url, client } = await database('empty')
    // The owner's connections keep their setting.
    await client.query(`alter role ${APP_ROLE} in database ${name} set synchronous_commit = off`)
    const found = await diagnose({
      DATABASE_URL: asAppRole(url),
      DATABASE_OWNER_URL: url,
      SMTP_URL: 'smtps://localhost:1',
      PUBLIC_URL: 'https://localhost:1',
      GEOPAY_URL: 'https://localhost:1',
    })
    expect(found.refused).toEqual([
      expect.stringMatching(
        /^synchronous_commit está en off para surtidor_app \(alter role … in database\)/,
      ),
    ])
  })

  test('ends when the database and the mail server take connections and never answer', async () => {
    const port = await silentPort()
    const found = await diagnose({
      DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none`,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      PUBLIC_URL: `https://localhost:${port}`,
      GEOPAY_URL: `https://localhost:${port}`,
    })
    expect(found.code).toBe(1)
    expect(found.refused).toEqual([expect.stringMatching(/^la base no contesta: .*DATABASE_URL/)])
    expect(found.odd).toContainEqual(expect.stringMatching(/^el servidor de correo no acepta/))
  })

  test('outside production asks the gateway of npm start, at SANDBOX_PORT, and does not call it good', async () => {
    const found = await diagnose({
      NODE_ENV: 'development',
      DATA_DIR: `${production.folder}/none`,
      GEOPAY_URL: undefined,
      GEOPAY_KEYS: undefined,
      SANDBOX_PORT: '1',
    })
    expect(found.odd).toContainEqual(
      'la pasarela de pruebas no contesta en http://127.0.0.1:1: la arranca npm start',
    )
  })

  test('creates no folder, no secret and no database', async () => {
    const folder = `${production.folder}/none`
    const found = await diagnose({
      DATA_DIR: folder,
      PUBLIC_URL: 'https://localhost:1',
      GEOPAY_URL: 'https://localhost:1',
      SMTP_URL: 'smtp://127.0.0.1:1',
    })
    expect(found.good).toContainEqual(expect.stringMatching(/^todavía no hay base en/))
    expect(existsSync(folder)).toBe(false)
  })
})
