import { loadKeys } from '#sandbox/keys.ts'
import { describeAll } from '#testing/harness/killableProcess.ts'
import { startKillableStack } from '#testing/harness/killableStack.ts'
import { populate } from '#testing/harness/population.ts'
import type { RunContext } from '#testing/harness/runOnCluster.ts'
import type { FuzzTarget } from '#tools/fuzz/samples.ts'

const DRIVERS = 40

/** Starts the stack that gets the requests. @param onFailure called when a program ends by itself */
export async function startFuzzTarget(
  { folder, cluster, watchdog }: RunContext,
  seed: number,
  onFailure: (what: string) => void,
): Promise<{ target: FuzzTarget; output: () => string; close: () => Promise<void> }> {
  let origin = ''
  const stack = await startKillableStack({
    name: 'fuzz',
    folder,
    cluster,
    prepare: async ({ databaseUrl, servers }) => {
      await populate(databaseUrl, { seed, debtCount: 1, drivers: DRIVERS })
      origin = servers[0].replace('127.0.0.1', 'localhost')
      // LOG_LEVEL: the stack of each defect.
      return { PUBLIC_URL: origin, LOG_LEVEL: 'error', GEOPAY_TIMEOUT: '5000', RECONCILE: 'off' }
    },
    onCrash: (program, exit, lastOutput) => onFailure(`${program} ended (${exit}) ${lastOutput}`),
    onGivenUp: watchdog.abort,
  })
  const { databaseUrl, sandbox, keysDir, servers, close } = stack
  const keys = await loadKeys(keysDir)
  return {
    target: { url: servers[0], origin, databaseUrl, sandbox, keys },
    output: describeAll,
    close,
  }
}
