import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { login } from '#contract/user/login.ts'
import { migrateDb } from '#db/migrate.ts'
import { checkAllInvariants } from '#testing/harness/databaseChecks.ts'
import { PASSWORD, type Payer, populate } from '#testing/harness/population.ts'
import type { Cluster } from '#testing/harness/processes.ts'
import type { Watchdog } from '#testing/harness/runGuarded.ts'
import {
  chooseAddresses,
  createDatabase,
  programStarter,
  startSandbox,
  startServers,
} from '#testing/harness/systemUnderTest.ts'
import { startTestSmtpServer } from '#testing/harness/testSmtpServer.ts'
import { readState } from '#tools/faultInjection/readState.ts'
import { createAppSession, type Network } from '#tools/soak/appSession.ts'
import { type CallRecorder, createCallRecorder, lastProblem } from '#tools/soak/callRecorder.ts'
import { disturb, QUIET_FROM, untilReady } from '#tools/soak/disturbances.ts'
import type { SoakEvidence } from '#tools/soak/findings.ts'
import { expectedMessages, expectedPayments, runLoad } from '#tools/soak/load.ts'
import type { Driver, LoadContext } from '#tools/soak/loadContext.ts'
import { checkMails } from '#tools/soak/mailCheck.ts'
import { logInOperators } from '#tools/soak/operatorJourneys.ts'
import { sampleResources } from '#tools/soak/resourceSamples.ts'

export interface SoakOptions {
  minutes: number
  /** Arrivals per second; each makes one to five calls. */
  rate: number
  seed: number
  folder: string
  cluster: Cluster
  watchdog: Watchdog
}

export interface SoakResult {
  evidence: SoakEvidence
  recorder: CallRecorder
  connections: (number | null)[]
}

/** Drivers that are signed in from the start: each one's messages are limited by the hour. */
const MIN_DRIVERS = 40
const MESSAGES_PER_DRIVER = 4
const LOGINS_AT_A_TIME = 4

/** Starts the system, loads and disturbs it, and checks what it leaves. */
export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  const { minutes, rate, seed, cluster, watchdog } = options
  const seconds = minutes * 60
  const addresses = await chooseAddresses(options.folder)
  const databaseUrl = await createDatabase(cluster, 'soak')
  await migrateDb(databaseUrl)
  watchdog.progress('la base migrada')
  const arrivals = rate * seconds
  const driverCount = Math.max(
    MIN_DRIVERS,
    Math.ceil(expectedMessages(arrivals) / MESSAGES_PER_DRIVER),
  )
  const { payers, debts } = await populate(databaseUrl, {
    seed,
    debtCount: expectedPayments(arrivals),
    drivers: driverCount,
  })
  watchdog.progress('la base con sus datos')
  const crashes: string[] = []
  const onCrash = (program: string, exit: string, lastOutput: string) =>
    crashes.push(`${program} (${exit}) ${lastOutput}`)
  const start = programStarter(addresses.folder, onCrash, watchdog.abort)
  const smtp = await startTestSmtpServer()
  const sandbox = await startSandbox(addresses, start)
  const env = { SMTP_URL: smtp.url }
  const servers = await startServers(addresses, databaseUrl, start, { env })
  const programs = [servers['server 0'], servers['server 1']] as const
  const sampling = new AbortController()
  try {
    const [origin] = addresses.servers
    const network: Network = {
      servers: addresses.servers,
      turn: 0,
      origin,
      recorder: createCallRecorder(),
    }
    const context: LoadContext = {
      network,
      sandbox: addresses.sandbox,
      drivers: await logInDrivers(network, payers, watchdog),
      operators: await logInOperators(network),
      debts: [...debts],
      messages: 0,
      acknowledged: [],
    }
    const recorder = createCallRecorder()
    network.recorder = recorder
    const startedAt = performance.now()
    const sampled = sampleResources(programs, databaseUrl, sampling.signal)
    const system = { servers: addresses.servers, programs, cluster, recorder, watchdog }
    await Promise.all([
      disturb(system, seconds),
      runLoad(context, {
        rate,
        seconds,
        seed,
        onEnded: (ended) => watchdog.progress(`${ended} llegadas de ${arrivals} terminadas`),
      }),
    ])
    sampling.abort()
    const samples = await sampled
    const quietFrom = startedAt + QUIET_FROM * seconds * 1000
    await Promise.all(addresses.servers.map(untilReady))
    const mails = await checkMails(databaseUrl, smtp.received, context.acknowledged, (pending) =>
      watchdog.progress(`${pending} correos por mandar`),
    )
    const unpaid = await countUnpaid(databaseUrl, addresses.sandbox, watchdog)
    const violations = await checkAllInvariants(databaseUrl)
    watchdog.progress('la base comprobada')
    return {
      recorder,
      connections: samples.map((sample) => sample.connections),
      evidence: {
        minutes,
        calls: recorder.total(),
        unanswered: recorder.unanswered,
        outages: recorder.outages,
        quietSamples: samples.filter(({ at }) => at >= quietFrom),
        mails,
        unpaid,
        violated: violations.filter(({ rows }) => rows.length > 0).map(({ code }) => code),
        crashes,
      },
    }
  } finally {
    sampling.abort()
    await Promise.all(programs.map((program) => program.stop()))
    await sandbox.stop()
    await smtp.close()
  }
}

/** Signs the drivers in, a few at a time: their calls are not part of the load. */
async function logInDrivers(
  network: Network,
  payers: readonly Payer[],
  watchdog: Watchdog,
): Promise<Driver[]> {
  const drivers: Driver[] = []
  const logIn = async (payer: Payer) => {
    const session = createAppSession(network)
    const fields = { user: payer.email, password: PASSWORD }
    if (!(await session.call(login, fields, { callClass: 'login' })))
      throw new Error(`${payer.email} no pudo ingresar: ${lastProblem(network.recorder)}`)
    drivers.push({ ...payer, session })
    watchdog.progress(`ingreso de ${payer.email}`)
  }
  const limit = pLimit(LOGINS_AT_A_TIME)
  await Promise.all(payers.map((payer) => limit(logIn, payer)))
  return drivers
}

const PAYMENT_TIMEOUT_MS = 60_000

/** The charges of the gateway that are not paid here, once none is on its way or a minute has passed. */
async function countUnpaid(
  databaseUrl: string,
  sandbox: string,
  watchdog: Watchdog,
): Promise<number> {
  const deadline = performance.now() + PAYMENT_TIMEOUT_MS
  for (;;) {
    const { gateway, server } = await readState(sandbox, databaseUrl)
    const paid = new Set(
      server.filter(({ state }) => state === 'PAID').map(({ accessToken }) => accessToken),
    )
    const unpaid = gateway.filter(({ charged, token }) => charged && !paid.has(token)).length
    if (unpaid === 0 || performance.now() > deadline) return unpaid
    watchdog.progress(`${unpaid} cobros por llegar`)
    await sleep(500)
  }
}
