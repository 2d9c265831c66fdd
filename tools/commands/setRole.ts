import { createHash, randomBytes } from 'node:crypto'
import { DAY_MS } from '#contract/dates.ts'
import { groupedCode, newCode } from '#contract/fields/groupedCode.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { RoleCode } from '#contract/roles.ts'
import { type SetRoleResult, setRole } from '#db/accounts/roles.ts'
import { readArguments } from '#tools/commands/readArguments.ts'
import { runCommand, withDatabase } from '#tools/commands/runCommand.ts'

const REFUSALS: Record<Exclude<SetRoleResult, 'given' | 'codeStored'>, string> = {
  unknown: 'no hay ninguna cuenta con ese correo: primero hay que registrarla en la app.',
  unconfirmed: 'esa cuenta todavía no confirmó su correo.',
  last: 'nadie más administra la red: primero dale el rol 1 a otra cuenta.',
  driver: 'esa cuenta tiene afiliaciones de conductor: para trabajar, registrá otra.',
}

/**
 * `npm run role -- --email diego@ejemplo.uy --role 4`: gives an account the role of an operator or of
 * a driver. For an operator without a second factor it prints the one-time code that enrols one;
 * `--new-factor` removes a lost factor first.
 */
async function main(): Promise<void> {
  const { email, role, removesFactor } = readAccount()
  const now = new Date()
  const code = newCode(randomBytes(16))
  const result = await withDatabase({ writes: true }, ({ db }) =>
    setRole(db, email, {
      role,
      removesFactor,
      codeHash: createHash('sha256').update(code).digest(),
      codeExpiresAt: new Date(now.getTime() + DAY_MS),
      now,
    }),
  )
  if (result !== 'given' && result !== 'codeStored') throw new Error(REFUSALS[result])
  process.stdout.write(`${email} tiene ahora el rol ${role}, ${ROLES[role].name}.\n`)
  if (result === 'codeStored')
    process.stdout.write(
      `Código de activación de su segundo factor: ${groupedCode(code)}\n` +
        'Vale 24 horas y una sola vez. Pasáselo en persona o por un medio que no sea su correo.\n',
    )
}

function readAccount(): { email: string; role: RoleCode; removesFactor: boolean } {
  const usage =
    'se usa así: npm run role -- --email diego@ejemplo.uy --role 4 (1, 2, 3 o 4), y --new-factor si perdió su segundo factor.'
  const { values } = readArguments(
    {
      email: { type: 'string' },
      role: { type: 'string' },
      'new-factor': { type: 'boolean', default: false },
    },
    usage,
  )
  const role = RoleCode.safeParse(values.role)
  if (!values.email || !role.success) throw new Error(usage)
  const email = values.email.trim().toLowerCase()
  return { email, role: role.data, removesFactor: values['new-factor'] }
}

runCommand(main)
