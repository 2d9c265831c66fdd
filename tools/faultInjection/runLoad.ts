import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { createRandom } from '#db/demo/seededRandom.ts'
import { checkAllInvariants } from '#testing/harness/databaseChecks.ts'
import { startKillableStack } from '#testing/harness/killableStack.ts'
import { type Population, populate } from '#testing/harness/population.ts'
import type { RunContext } from '#testing/harness/runOnCluster.ts'
import { startTestSmtpServer } from '#testing/harness/testSmtpServer.ts'
import type { Network } from '#tools/faultInjection/appSession.ts'
import { CallRecorder } from '#tools/faultInjection/callRecorder.ts'
import { runAtFixedRate } from '#tools/faultInjection/fixedRate.ts'
import {
  type Driver,
  expectedMessages,
  expectedPayments,
  type LoadContext,
  signIn,
  WEIGHTED_JOURNEYS,
} from '#tools/faultInjection/journeys.ts'
import type { LoadEvidence } from '#tools/faultInjection/loadFindings.ts'
import { checkMails } from '#tools/faultInjection/mailCheck.ts'
import { readState } from '#tools/faultInjection/readState.ts'
import { sampleResources } from '#tools/faultInjection/resourceSamples.ts'
import { QUIET_FROM, restartBySchedule, untilReady } from '#tools/faultInjection/restarts.ts'

export interface LoadOptions {
  minutes: number
  /** Arrivals per second; each makes one to five calls. */
  rate: number
  seed: number
}

/** Drivers that are signed in from the start: each one's messages are limited by the hour. */
const MIN_DRIVERS = 40
const MESSAGES_PER_DRIVER = 4
const LOGINS_AT_A_TIME = 4
/** More than a few seconds without an answer at the highest rate that the machine serves. */
const MAX_UNDER_WAY = 5_000
const PAYMENT_TIMEOUT_MS = 60_000

/** Starts the stack, loads and restarts it, and checks what that leaves. */
export async function runLoad(
  { minutes, rate, seed }: LoadOptions,
  { folder, cluster, watchdog }: RunContext,
): Promise<LoadEvidence> {
  const seconds = minutes * 60
  const arrivals = rate * seconds
  const drivers = Math.max(MIN_DRIVERS, expectedMessages(arrivals) / MESSAGES_PER_DRIVER)
  const crashes: string[] = []
  const smtp = await startTestSmtpServer()
  let population: Population = { payers: [], debts: [] }
  const stack = await startKillableStack({
    name: 'load',
    folder,
    cluster,
    prepare: async ({ databaseUrl }) => {
      const debtCount = expectedPayments(arrivals)
      population = await populate(databaseUrl, { seed, debtCount, drivers: Math.ceil(drivers) })
      watchdog.progress('la base con sus datos')
      return { SMTP_URL: smtp.url }
    },
    onCrash: (program, exit, lastOutput) => crashes.push(`${program} (${exit}) ${lastOutput}`),
    onGivenUp: watchdog.abort,
  })
  const { servers, sandbox, databaseUrl, processes } = stack
  const sampling = new AbortController()
  try {
    const network: Network = { servers, turn: 0, recorder: new CallRecorder() }
    const context: LoadContext = {
      network,
      sandbox,
      drivers: await signInDrivers(network, population, (step) => watchdog.progress(step)),
      operators: await signInOperators(network),
      debts: [...population.debts],
      messages: 0,
      acknowledged: [],
    }
    const recorder = new CallRecorder()
    network.recorder = recorder
    const startedAt = performance.now()
    const sampled = sampleResources(
      [processes['server 0'], processes['server 1']],
      databaseUrl,
      sampling.signal,
    )
    let ended = 0
    const arrive = async (index: number, dueAt: number) => {
      recorder.lateness.push(performance.now() - dueAt)
      const random = createRandom(seed, 'arrival', index)
      await random.oneOf(WEIGHTED_JOURNEYS)(context, { index, dueAt, random })
      ended += 1
      watchdog.progress(`${ended} llegadas de ${arrivals} terminadas`)
    }
    await Promise.all([
      restartBySchedule(stack, recorder, watchdog, seconds),
      runAtFixedRate({ rate, seconds, maxUnderWay: MAX_UNDER_WAY, arrive }),
    ])
    sampling.abort()
    const samples = await sampled
    const quietFrom = startedAt + QUIET_FROM * seconds * 1000
    await Promise.all(servers.map(untilReady))
    const mails = await checkMails(databaseUrl, smtp.received, context.acknowledged, (pending) =>
      watchdog.progress(`${pending} correos por mandar`),
    )
    const unpaid = await countUnpaid(databaseUrl, sandbox, (count) =>
      watchdog.progress(`${count} cobros por llegar`),
    )
    const violations = await checkAllInvariants(databaseUrl)
    watchdog.progress('la base comprobada')
    return {
      minutes,
      recorder,
      connections: samples.map((sample) => sample.connections),
      quietSamples: samples.filter(({ at }) => at >= quietFrom),
      mails,
      unpaid,
      violated: violations.filter(({ rows }) => rows.length > 0).map(({ code }) => code),
      crashes,
    }
  } finally {
    sampling.abort()
    await stack.close()
    await smtp.close()
  }
}

/** Signs the drivers in, a few at a time: their calls are not part of the load. */
function signInDrivers(
  network: Network,
  { payers }: Population,
  onProgress: (step: string) => void,
): Promise<Driver[]> {
  return pLimit(LOGINS_AT_A_TIME).map(payers, async (payer) => {
    const session = await signIn(network, payer.email, { secondFactor: false })
    onProgress(`ingreso de ${payer.email}`)
    return { ...payer, session }
  })
}

async function signInOperators(network: Network): Promise<LoadContext['operators']> {
  const enter = (name: string) =>
    signIn(network, `${name}@demo.surtidor.uy`, { secondFactor: true })
  const [sponsor, ofNetwork, support] = await Promise.all([
    enter('carla'),
    enter('diego'),
    enter('elena'),
  ])
  return { sponsor, network: ofNetwork, support }
}

/** The charges of the gateway that are not paid here, once none is on its way or a minute has passed. */
async function countUnpaid(
  databaseUrl: string,
  sandbox: string,
  onWait: (unpaid: number) => void,
): Promise<number> {
  const deadline = performance.now() + PAYMENT_TIMEOUT_MS
  for (;;) {
    const { gateway, server } = await readState(sandbox, databaseUrl)
    const paid = new Set(
      server.filter(({ state }) => state === 'PAID').map(({ accessToken }) => accessToken),
    )
    const unpaid = gateway.filter(({ charged, token }) => charged && !paid.has(token)).length
    if (unpaid === 0 || performance.now() > deadline) return unpaid
    onWait(unpaid)
    await sleep(500)
  }
}
