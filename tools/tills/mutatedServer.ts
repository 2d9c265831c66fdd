import { patchModules } from '#tools/tills/modulePatch.ts'
import { TILL_MUTATIONS } from '#tools/tills/mutations.ts'

/** The unchanged server, after the patch of the mutation that the environment variable MUTATION names. */
const patches = TILL_MUTATIONS.find(({ name }) => name === process.env.MUTATION)?.patches
if (!patches) throw new Error('MUTATION names no patch')
patchModules(patches)
await import('#server/main.ts')
