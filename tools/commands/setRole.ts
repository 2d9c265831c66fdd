import { parseArgs } from 'node:util'
import { ROLES } from '#contract/pageAccess.ts'
import { RoleCode } from '#contract/roles.ts'
import { type SetRoleResult, setRole } from '#db/accounts/roles.ts'
import { connectForCli } from '#db/cliConnection.ts'
import { cliErrorMessage } from '#db/cliErrorMessage.ts'
import { readDbConfig } from '#db/config.ts'
import { connectDb } from '#db/connection.ts'

const REFUSALS: Record<Exclude<SetRoleResult, 'given'>, string> = {
  unknown: 'no hay ninguna cuenta con ese correo: primero hay que registrarla en la app.',
  unconfirmed: 'esa cuenta todavía no confirmó su correo.',
  driver: 'esa cuenta tiene afiliaciones de conductor: para trabajar, registrá otra.',
}

/** `npm run role -- --email diego@ejemplo.uy --role 4`: gives an account the role of an operator or of a driver. */
async function main(): Promise<void> {
  const { email, role } = readArguments()
  const config = readDbConfig()
  if (!config.secret)
    throw new Error('falta SECRET, el mismo que usan los servidores: firma la auditoría.')
  const database = await connectForCli(config)
  try {
    const opened = await connectDb(database.url, 1, config.secret)
    try {
      const result = await setRole(opened.db, email, role, new Date())
      if (result !== 'given') throw new Error(REFUSALS[result])
      process.stdout.write(`${email} tiene ahora el rol ${role}, ${ROLES[role].name}.\n`)
    } finally {
      await opened.close()
    }
  } finally {
    await database.close()
  }
}

function readArguments(): { email: string; role: RoleCode } {
  const options = { email: { type: 'string' }, role: { type: 'string' } } as const
  const usage = 'se usa así: npm run role -- --email diego@ejemplo.uy --role 4 (1, 2, 3 o 4).'
  try {
    const { values } = parseArgs({ options })
    const role = RoleCode.safeParse(values.role)
    if (values.email && role.success)
      return { email: values.email.trim().toLowerCase(), role: role.data }
  } catch {
    // parseArgs throws on an unknown option; the usage line answers that too.
  }
  throw new Error(usage)
}

main().catch((error: unknown) => {
  process.stderr.write(`surtidor: ${cliErrorMessage(error)}\n`)
  process.exit(1)
})
