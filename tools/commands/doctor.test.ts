import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { APP_ROLE } from '#db/core/connection.ts'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { createProductionFolders } from '#testing/harness/productionEnvironment.ts'
import { startForTest } from '#testing/harness/startForTests.ts'
import { startSilentServer } from '#testing/harness/tcpProxy.ts'
import { startTestSmtpServer } from '#testing/harness/testSmtpServer.ts'
import { runToEnd } from '#testing/programs/runToEnd.ts'
import { createSelfSignedCertificate } from '#testing/programs/selfSignedCertificate.ts'

const production = await createProductionFolders()

/** The output of `npm run doctor` with these settings of production. */
async function diagnose(changes: Record<string, string | undefined>) {
  const { PATH, HOME } = process.env
  const { code, output } = await runToEnd('tools/commands/doctor.ts', {
    env: { PATH, HOME, ...production.env, ...changes },
  })
  const lines = output.trim().split('\n')
  const linesOf = (word: string) =>
    lines.filter((line) => line.startsWith(word)).map((line) => line.slice(6))
  return { code, good: linesOf('bien'), odd: linesOf('raro'), refused: linesOf('mal') }
}

/** No name is looked up outside this machine. */
const ON_LOOPBACK = { PUBLIC_URL: 'https://localhost:1', GEOPAY_URL: 'https://localhost:1' }

describe('npm run doctor', () => {
  test('lists what the start would refuse, the demo data too, and exits with 1', async () => {
    const { url, client } = await startForTest(freshDatabase('demo'))
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
    const { url } = await startForTest(freshDatabase('empty'))
    const certificate = createSelfSignedCertificate()
    const authority = join(production.folder, 'authority.pem')
    writeFileSync(authority, certificate.cert)
    const smtp = await startForTest(startTestSmtpServer(certificate))
    const found = await diagnose({
      DATABASE_URL: asAppRole(url),
      DATABASE_OWNER_URL: url,
      SMTP_URL: smtp.url,
      NODE_EXTRA_CA_CERTS: authority,
      ...ON_LOOPBACK,
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
    const { name, url, client } = await startForTest(freshDatabase('empty'))
    // The owner's connections keep their setting.
    await client.query(`alter role ${APP_ROLE} in database ${name} set synchronous_commit = off`)
    const found = await diagnose({
      DATABASE_URL: asAppRole(url),
      DATABASE_OWNER_URL: url,
      SMTP_URL: 'smtps://localhost:1',
      ...ON_LOOPBACK,
    })
    expect(found.refused).toEqual([
      expect.stringMatching(
        /^synchronous_commit está en off para surtidor_app \(alter role … in database\)/,
      ),
    ])
  })

  test('ends when the database and the mail server take connections and never answer', async () => {
    const { port } = await startSilentServer()
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
      ...ON_LOOPBACK,
      SMTP_URL: 'smtp://127.0.0.1:1',
    })
    expect(found.good).toContainEqual(expect.stringMatching(/^todavía no hay base en/))
    expect(existsSync(folder)).toBe(false)
  })
})
