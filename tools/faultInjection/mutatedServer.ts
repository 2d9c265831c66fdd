import { MUTATIONS } from '#tools/faultInjection/mutations.ts'

/** The unchanged server, after the patch of the mutation that the environment variable MUTATION names. */
const patch = MUTATIONS.find(({ name }) => name === process.env.MUTATION)?.patch
if (!patch) throw new Error('MUTATION names no patch')
patch()
await import('#server/main.ts')
