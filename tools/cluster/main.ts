import { join } from 'node:path'
import { cliErrorText } from '#db/cliErrorMessage.ts'
import { prepareDatabase } from '#db/prepareDatabase.ts'
import { seedDemo } from '#db/seed.ts'
import { loopbackAddresses } from '#tools/cluster/clusterFiles.ts'
import { createLogins } from '#tools/cluster/createLogins.ts'
import { FRONT_MACHINES, SERVER_PORT, startMachines } from '#tools/cluster/startMachines.ts'
import { assertPortsFree } from '#tools/commands/checkPorts.ts'
import { lockFolder } from '#tools/commands/lockFolder.ts'
import { readStartSettings } from '#tools/commands/startSettings.ts'
import { startProcess } from '#tools/startProcess.ts'
import { stopOnSignal } from '#tools/stopOnSignal.ts'
import { supervise } from '#tools/supervise.ts'

/** Milliseconds that a server gets for its calls in flight, before it is killed. */
const STOP_TIMEOUT_MS = 9_000

/**
 * `npm run cluster`: three machines on this computer, from the files of `deploy/cluster/`, each with an
 * address of its own: etcd and PostgreSQL under Patroni on all, HAProxy and a server on two, and the
 * gateway's sandbox. It stops in reverse order on a signal, or when the parent process ends.
 */
async function startCluster(): Promise<void> {
  const started = await stopOnSignal()
  try {
    const { config, sandbox, environment } = readStartSettings(process.env)
    if (!sandbox || process.platform !== 'linux')
      throw new Error('npm run cluster es para pruebas y para Linux: docs/three-machines.md.')
    started.add({ stop: await lockFolder(config.dataDir) })
    await assertPortsFree([
      { setting: 'PORT', port: config.port, host: config.host },
      { setting: 'SANDBOX_PORT', port: sandbox.port, host: sandbox.host },
    ])
    const addresses = loopbackAddresses(config.port)
    const folder = join(config.dataDir, 'cluster')
    const httpBind = `${config.host}:${config.port}`
    const machines = startMachines({
      addresses,
      folder,
      httpBind,
      secret: config.secret,
      printLine,
    })
    started.add(machines)
    await machines.serving()
    const urls = await createLogins(machines.superuserUrl)
    await prepareDatabase({ ...urls('a'), production: false })
    if (config.demoData)
      await seedDemo(urls('a').ownerUrl, { now: new Date(), secret: config.secret, seed: 1 })

    const run = async (name: string, file: string, env: NodeJS.ProcessEnv) => {
      const more = { ipc: true, detached: true, killAfterMs: STOP_TIMEOUT_MS }
      const launch = () =>
        startProcess(file, {
          env: { ...environment, DATABASE_OWNER_URL: '', ...env },
          stdout: 'inherit',
          stderr: 'inherit',
          ...more,
        })
      const onEnd = () => printLine(`${name} terminó; se reinicia.`)
      const program = supervise(launch, {
        name,
        onEnd,
        onFailure: ({ message }) => printLine(message),
      })
      started.add(program)
      await program.serving()
    }
    await run('sandbox', 'sandbox/main.ts', {})
    for (const [index, machine] of FRONT_MACHINES.entries())
      await run(`servidor ${machine}`, 'server/main.ts', {
        HOST: addresses[machine],
        PORT: String(SERVER_PORT),
        METRICS_PORT: String(config.metricsPort && config.metricsPort + index),
        PUBLIC_URL: config.publicUrl,
        TRUST_PROXY: '127.0.0.1',
        DATABASE_URL: urls(machine).databaseUrl,
        DATABASE_READ_URL: urls(machine).databaseUrl.replace(':5000', ':5001'),
      })
    process.stdout.write(`
  Surtidor está en marcha en tres máquinas

  App         ${config.publicUrl}/
  Consola     ${config.publicUrl}/consola/
  Pasarela    ${sandbox.publicUrl}/  (de pruebas)
  Servidores  ${addresses.a}:${SERVER_PORT}, ${addresses.b}:${SERVER_PORT}
  Primaria    ${urls('a').ownerUrl}
  Réplicas    ${urls('a').ownerUrl.replace(':5000', ':5001')}
  Estado      patronictl -c ${machines.patroniFile} list
  Registros   ${folder}

`)
    process.send?.('ready')
  } catch (error) {
    if (started.isStopping()) return
    process.stderr.write(cliErrorText(error))
    await started.stop(1)
  }
}

const printLine = (line: string) => void process.stderr.write(`surtidor: ${line}\n`)

void startCluster()
