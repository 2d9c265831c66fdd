import { benchIntake } from '#bench/intake.ts'
import { benchPayments } from '#bench/payments.ts'
import { type Report, writeReport } from '#bench/report.ts'
import { benchScale } from '#bench/scale.ts'
import { benchScreens } from '#bench/screens.ts'
import { benchServer } from '#bench/server.ts'

/** The benches by the name that `npm run bench -- name` takes. */
const benches: Record<string, () => Promise<Report>> = {
  server: benchServer,
  payments: benchPayments,
  intake: benchIntake,
  scale: benchScale,
  screens: benchScreens,
}

/** `npm run bench`: runs all benches, or the named ones, in order. */
async function main(): Promise<void> {
  const names = process.argv.slice(2)
  for (const name of names)
    if (!Object.hasOwn(benches, name))
      throw new Error(`«${name}» no es una medición; probá con ${Object.keys(benches).join(', ')}.`)
  for (const [name, bench] of Object.entries(benches))
    if (names.length === 0 || names.includes(name)) await writeReport(await bench())
}

// The child processes end with this one: servers when their IPC channel closes, browser and database at exit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'])
  process.on(signal, () => process.exit(1))

main().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`surtidor: ${error.message}\n`)
    process.exit(1)
  },
)
