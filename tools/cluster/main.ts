import { join } from 'node:path'
import { prepareDatabase } from '#db/prepareDatabase.ts'
import { seedDemo } from '#db/seed.ts'
import { loopbackAddresses } from '#tools/cluster/clusterFiles.ts'
import { createLogins } from '#tools/cluster/createLogins.ts'
import { FRONT_MACHINES, SERVER_PORT, startMachines } from '#tools/cluster/startMachines.ts'
import { runStack, type Stack } from '#tools/commands/runStack.ts'

/**
 * `npm run cluster`: three machines on this computer, from the files of `deploy/cluster/`, each with an
 * address of its own: etcd and PostgreSQL under Patroni on all, HAProxy and a server on two, and the
 * gateway's sandbox.
 */
async function startCluster({ config, sandbox, environment, add, run }: Stack): Promise<string> {
  if (!sandbox || process.platform !== 'linux')
    throw new Error('npm run cluster es para pruebas y para Linux: docs/three-machines.md.')
  const addresses = loopbackAddresses(config.port)
  const folder = join(config.dataDir, 'cluster')
  const machines = startMachines({
    addresses,
    folder,
    httpBind: `${config.host}:${config.port}`,
    secret: config.secret,
    printLine: (line) => void process.stderr.write(`surtidor: ${line}\n`),
  })
  add(machines)
  await machines.serving()
  const urls = await createLogins(machines.superuserUrl)
  await prepareDatabase({ ...urls('a'), production: false })
  if (config.demoData)
    await seedDemo(urls('a').ownerUrl, { now: new Date(), secret: config.secret, seed: 1 })
  const env = { ...environment, DATABASE_OWNER_URL: '' }
  await run('sandbox/main.ts', sandbox, env)
  for (const [index, machine] of FRONT_MACHINES.entries()) {
    const address = { host: addresses[machine], port: SERVER_PORT }
    const own = {
      HOST: address.host,
      PORT: String(SERVER_PORT),
      METRICS_PORT: String(config.metricsPort && config.metricsPort + index),
      PUBLIC_URL: config.publicUrl,
      TRUST_PROXY: '127.0.0.1',
      DATABASE_URL: urls(machine).databaseUrl,
      DATABASE_READ_URL: urls(machine).databaseUrl.replace(':5000', ':5001'),
    }
    await run('server/main.ts', address, { ...env, ...own }, `servidor ${machine}`)
  }
  return `
  Surtidor está en marcha en tres máquinas

  App         ${config.publicUrl}/
  Consola     ${config.publicUrl}/consola/
  Pasarela    ${sandbox.publicUrl}/  (de pruebas)
  Servidores  ${addresses.a}:${SERVER_PORT}, ${addresses.b}:${SERVER_PORT}
  Primaria    ${urls('a').ownerUrl}
  Réplicas    ${urls('a').ownerUrl.replace(':5000', ':5001')}
  Estado      patronictl -c ${machines.patroniFile} list
  Registros   ${folder}

`
}

await runStack(startCluster)
