import { parseArgs } from 'node:util'
import { runCommand } from '#tools/commands/runCommand.ts'

type Campaign = () => Promise<number>

/** The campaigns of each kind by their stacks, the usual one first; each reads its own options. */
const CAMPAIGNS: Record<string, Record<string, () => Promise<Campaign>>> = {
  payments: {
    inProcess: async () => (await import('#lab/runInterleaved.ts')).runInterleaved,
    processes: async () => (await import('#lab/processes/paymentsCampaign.ts')).runPayments,
  },
  tills: {
    inProcess: async () => (await import('#lab/runInterleaved.ts')).runInterleaved,
    processes: async () => (await import('#lab/tills/processesCampaign.ts')).runTills,
  },
  console: { inProcess: async () => (await import('#lab/runInterleaved.ts')).runInterleaved },
  soak: { processes: async () => (await import('#lab/processes/soakCampaign.ts')).runSoak },
  wire: {
    inProcess: async () => (await import('#lab/runInterleaved.ts')).runInterleaved,
    processes: async () => (await import('#lab/wire/wireCampaign.ts')).runWire,
  },
  cluster: { cluster: async () => (await import('#lab/cluster/clusterCampaign.ts')).runCluster },
}
const USAGE = Object.entries(CAMPAIGNS)
  .map(([kind, stacks]) => `${kind} (--stack ${Object.keys(stacks).join('|')})`)
  .join(', ')

/**
 * `npm run lab -- payments --stack processes …`: attacks the product, and checks what was told and stored. Without
 * `--stack`, in one process wherever the kind can be attacked there.
 */
runCommand(async () => {
  // Each campaign refuses the options that it does not have.
  const options = { stack: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ options, strict: false, allowPositionals: true })
  const kind = positionals.find((word) => Object.hasOwn(CAMPAIGNS, word)) ?? ''
  const stacks = CAMPAIGNS[kind] ?? {}
  const { stack = Object.keys(stacks)[0] } = values
  const load = typeof stack === 'string' ? stacks[stack] : undefined
  if (!load) throw new Error(`se usa así: npm run lab -- ${USAGE}`)
  return await (await load())()
})
