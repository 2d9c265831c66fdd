import { setTimeout as sleep } from 'node:timers/promises'
import { cliErrorMessage } from '#db/cliErrorMessage.ts'
import { withClient } from '#db/core/withClient.ts'
import { DEMO_SECOND_FACTOR } from '#db/demo/demoPeople.ts'
import { type Embedded, embeddedUrl } from '#db/postgres/embeddedPostgres.ts'
import { prepareDatabase } from '#db/prepareDatabase.ts'
import { seedDemo } from '#db/seed.ts'
import type { SandboxConfig } from '#sandbox/config.ts'
import type { Config } from '#server/config.ts'
import { hasDevMailbox } from '#server/mail/devMailbox.ts'
import { printError, printRestart, runStack, type Stack } from '#tools/commands/runStack.ts'
import { launchPostgres, postgresAnswers, supervise } from '#tools/supervise.ts'

let embedded: Embedded | null = null

/**
 * `npm start`: the database with its demo data, the gateway's sandbox and the server; in production
 * the database and the server only. Each is restarted when it ends or gives no answer.
 */
async function startAll({ config, sandbox, environment, add, run }: Stack): Promise<string> {
  if (!config.databaseUrl) embedded = await startPostgres(config.dataDir, add)
  const url = config.databaseUrl ?? embedded?.appUrl ?? ''
  const ownerUrl = embedded?.url ?? config.ownerUrl
  if (config.databaseUrl) await assertReachable(config.databaseUrl)
  await prepareDatabase({ databaseUrl: url, ownerUrl, production: config.production })
  if (config.demoData)
    await seedDemo(ownerUrl ?? url, {
      now: new Date(),
      secret: config.secret,
      seed: 1,
      atWork: true,
    })
  const env = { ...environment, DATABASE_URL: url, DATABASE_OWNER_URL: '' }
  if (sandbox) await run('sandbox/main.ts', sandbox, env)
  await run('server/main.ts', config, env)
  return welcome(config, sandbox) + (config.demoData ? DEMO_PEOPLE : '')
}

async function startPostgres(dataDir: string, add: Stack['add']): Promise<Embedded> {
  const postgres = supervise(() => launchPostgres(dataDir), {
    name: 'PostgreSQL',
    // Its start has a deadline of its own.
    health: { ask: (timeoutMs) => postgresAnswers(embeddedUrl(dataDir), timeoutMs) },
    onEnd: ({ ready }) => {
      printRestart('PostgreSQL terminó')
      void ready.then((ended) => (embedded = ended))
    },
    onFailure: (error) => printError(error, embedded?.logTail()),
  })
  await postgres.serving()
  add(postgres)
  return await postgres.current().ready
}

/** A failing PostgreSQL closes its connections before it has written the reason to its log. */
async function databaseLog(): Promise<string | undefined> {
  if (embedded) await Promise.race([embedded.ended, sleep(500)])
  return embedded?.logTail()
}

/** @throws with the setting's name when the database refuses a connection */
async function assertReachable(url: string): Promise<void> {
  await withClient(url, async () => {}).catch((error: unknown) => {
    throw new Error(`no se pudo conectar con la base de DATABASE_URL: ${cliErrorMessage(error)}`)
  })
}

const welcome = (config: Config, sandbox: SandboxConfig | null) => `
  Surtidor está en marcha

  App        ${config.publicUrl}/
  Consola    ${config.publicUrl}/consola/
  Llamadas   ${config.publicUrl}/docs/
  Pasarela   ${sandbox ? `${sandbox.publicUrl}/  (de pruebas)` : config.gateway.url}
${hasDevMailbox(config) ? `  Correo     http://localhost:${config.port}/mailbox  (de pruebas)\n` : ''}  Métricas   http://127.0.0.1:${config.metricsPort}/metrics
`
const DEMO_PEOPLE = `
  Cuentas de demostración, contraseña demo-surtidor
  ana@demo.surtidor.uy     conductora: dos afiliaciones, puntos y deudas para pagar
  beto@demo.surtidor.uy    registrado, sin confirmar
  carla@demo.surtidor.uy   Uber
  diego@demo.surtidor.uy   Petrobras
  elena@demo.surtidor.uy   Administrador
  fede@demo.surtidor.uy    conductor recién llegado, todo vacío
  guido@demo.surtidor.uy   Administrador: confirma lo que propone Elena

  Carla, Diego, Elena y Guido trabajan en la consola, y además ingresan con un segundo factor.
  Clave para la app de códigos: ${DEMO_SECOND_FACTOR}

`

await runStack(startAll, databaseLog)
