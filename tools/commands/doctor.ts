import { type Config, inspectConfig } from '#server/config.ts'
import { programEnvironment } from '#tools/commands/programEnvironment.ts'
import { runCommand } from '#tools/commands/runCommand.ts'
import { checkDatabase } from '#tools/doctor/databaseChecks.ts'
import { type Finding, withDeadline } from '#tools/doctor/finding.ts'
import { checkDisk } from '#tools/doctor/machineChecks.ts'
import { checkGateway, checkMail, checkPublicAddress } from '#tools/doctor/networkChecks.ts'
import { checkSettings } from '#tools/doctor/settingsChecks.ts'

/** Milliseconds of one check over the network; the embedded database may have to start. */
const NETWORK_TIMEOUT_MS = 8_000
const DATABASE_TIMEOUT_MS = 45_000

const WORDS: Record<Finding['level'], string> = { good: 'bien', odd: 'raro', refused: 'mal ' }

/** `npm run doctor`: what the start would refuse, and what is odd, without starting or changing anything. */
async function main(): Promise<number> {
  const given = inspectConfig(process.env)
  // Outside production the gateway is where `npm start` starts its sandbox.
  const { config, faults } = given.config
    ? inspectConfig(programEnvironment(process.env, given.config))
    : given
  const findings = [
    ...checkSettings(config, faults, process.env),
    ...(config ? await checkAround(config, faults) : []),
  ]
  for (const { level, text } of findings) process.stdout.write(`${WORDS[level]}  ${text}\n`)
  const refusals = findings.filter(({ level }) => level === 'refused').length
  process.stdout.write(
    refusals > 0
      ? `\nEl arranque se negaría: ${refusals === 1 ? 'hay un motivo' : `hay ${refusals} motivos`}.\n`
      : '\nEl arranque no se negaría.\n',
  )
  return refusals > 0 ? 1 : 0
}

/** The checks of what is around the program, all at once; those of a refused setting are left out. */
async function checkAround(config: Config, faults: readonly string[]): Promise<Finding[]> {
  const isRefused = (name: string) => faults.some((fault) => fault.includes(` ${name}`))
  const late = NETWORK_TIMEOUT_MS + 1_000
  const overNetwork = async (setting: string, subject: string, check: typeof checkMail) =>
    isRefused(setting)
      ? []
      : await withDeadline(subject, late, () => check(config, NETWORK_TIMEOUT_MS))
  const checks = [
    withDeadline('el disco', late, () => checkDisk(config.dataDir)),
    withDeadline('la base', DATABASE_TIMEOUT_MS, () => checkDatabase(config)),
    overNetwork('PUBLIC_URL', 'la dirección pública', checkPublicAddress),
    overNetwork('SMTP_URL', 'el correo', checkMail),
    overNetwork('GEOPAY', 'la pasarela', checkGateway),
  ]
  return (await Promise.all(checks)).flat()
}

runCommand(main)
