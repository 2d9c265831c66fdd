import { payments } from '#bench/payments.ts'
import { writeReport, type Report } from '#bench/report.ts'
import { screens } from '#bench/screens.ts'
import { server } from '#bench/server.ts'
import { start } from '#bench/start.ts'

/** Every bench by the name that `npm run bench -- name` takes. */
const benches: Record<string, () => Promise<Report>> = { server, payments, screens, start }

/** `npm run bench`: all of them, or those that are named, one after another. */
async function main(): Promise<void> {
  const named = process.argv.slice(2)
  for (const name of named)
    if (!Object.hasOwn(benches, name))
      throw new Error(`no conozco «${name}»; probá con ${Object.keys(benches).join(', ')}.`)
  for (const [name, bench] of Object.entries(benches))
    if (named.length === 0 || named.includes(name)) await writeReport(await bench())
}

// Whoever measured for us ends with us: contestants by their channel, browser and database at exit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'])
  process.on(signal, () => process.exit(1))

main().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`surtidor: ${error.message}\n`)
    process.exit(1)
  },
)
