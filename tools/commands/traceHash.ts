import { normalizeIP } from '@fastify/rate-limit'
import { readConfig } from '#server/config.ts'
import { traceHash } from '#server/http/refusalTrace.ts'
import { readArguments } from '#tools/commands/readArguments.ts'
import { runCommand } from '#tools/commands/runCommand.ts'

const USAGE = 'se usa así: npm run hash -- --email ana@ejemplo.uy, o --address 203.0.113.7.'

/** Prints the hash by which the log's lines about refused calls name an account or an address. */
async function main(): Promise<void> {
  const options = { email: { type: 'string' }, address: { type: 'string' } } as const
  const { email, address } = readArguments(options, USAGE).values
  const context = { config: readConfig() }
  if (email) process.stdout.write(`${traceHash(context, 'account', email.trim().toLowerCase())}\n`)
  else if (address) process.stdout.write(`${traceHash(context, 'address', normalizeIP(address))}\n`)
  else throw new Error(USAGE)
}

runCommand(main)
