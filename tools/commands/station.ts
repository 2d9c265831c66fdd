import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { toHeaderTime } from '#contract/dates.ts'
import { type Axis, boundsOf, degrees, isInUruguay } from '#contract/fields/degrees.ts'
import { groupedCode, newEnrolmentCode } from '#contract/fields/enrolmentCode.ts'
import { singleLine } from '#contract/fields/text.ts'
import { DEPARTMENTS } from '#contract/reference/departments.ts'
import type { Db } from '#db/core/db.ts'
import { isUuid } from '#db/core/uuid.ts'
import { TOWNS } from '#db/demo/stations.ts'
import { createStation, type NewStation } from '#db/stations/newStation.ts'
import { addTerminal, revokeTerminal, terminalsOf } from '#db/stations/terminals.ts'
import { runCommand, withDatabase } from '#tools/commands/runCommand.ts'

const USAGE =
  'se usa así: npm run station -- --name "Estación Ceibo" --department MO y, si querés, --address "Rivera 2345, Montevideo", --latitude=-34.9 --longitude=-56.1; --station E001 da el código de otra caja de esa estación y lista las que tiene; --revoke con el identificador de una caja la da de baja.'

/**
 * `npm run station`: makes a station, or adds or revokes one of its terminals. A new terminal enrols
 * with the one-time code that is printed.
 */
async function main(): Promise<void> {
  const { station, branchCode, revoked } = readArguments()
  await withDatabase({ writes: true }, async ({ db }) => {
    const now = new Date()
    if (revoked !== undefined) {
      if (!(await revokeTerminal(db, revoked, { actorId: null, now })))
        throw new Error('no hay ninguna caja en uso con ese identificador.')
      print(`La caja ${revoked} quedó dada de baja: ya no se acepta nada de ella.`)
      return
    }
    const code = newEnrolmentCode(randomBytes(16))
    const codeHash = createHash('sha256').update(code).digest()
    const terminal = { id: randomUUID(), codeHash, actorId: null, now }
    const made = station ? await createStation(db, station, terminal) : branchCode
    if (!station && !(await addTerminal(db, { ...terminal, branchCode: made })))
      throw new Error('no hay ninguna estación con ese código.')
    print(`Estación ${made}:\n${await terminalLines(db, made)}`)
    print(`Código de activación de la caja ${terminal.id}: ${groupedCode(code)}`)
    print(
      'Vale 24 horas y una sola vez. Pasáselo en persona o por teléfono a quien instala la caja.',
    )
  })
}

const print = (line: string) => process.stdout.write(`${line}\n`)

async function terminalLines(db: Db, branchCode: string): Promise<string> {
  const rows = await terminalsOf(db, branchCode)
  return rows
    .map(({ id, name, enrolledAt, heardAt, revokedAt }) => {
      const heard = heardAt ? `habló por última vez el ${toHeaderTime(heardAt)}` : 'activada'
      const state = revokedAt ? 'dada de baja' : enrolledAt ? heard : 'sin activar'
      return `  ${name}, ${id}: ${state}`
    })
    .join('\n')
}

function readArguments(): { station?: NewStation; branchCode: string; revoked?: string } {
  const { name, station: branchCode, revoke, ...more } = parsed()
  if ([name, branchCode, revoke].filter((one) => one !== undefined).length !== 1)
    throw new Error(USAGE)
  if (revoke !== undefined) {
    if (!isUuid(revoke)) throw new Error('no hay ninguna caja en uso con ese identificador.')
    return { branchCode: '', revoked: revoke }
  }
  if (name === undefined) return { branchCode: branchCode?.toUpperCase() ?? '' }
  const department = DEPARTMENTS.find(({ code }) => code === more.department?.toUpperCase())
  const [town] = TOWNS.filter((one) => one.department === department?.code).toSorted(
    (a, b) => b.stations - a.stations,
  )
  if (!department || !town)
    throw new Error(
      `--department es uno de ${DEPARTMENTS.map(({ code, text }) => `${code} (${text})`).join(', ')}.`,
    )
  if ((more.latitude === undefined) !== (more.longitude === undefined))
    throw new Error('--latitude y --longitude van juntas.')
  const station = {
    name: text(80, 'El nombre', name),
    address: text(200, 'La dirección', more.address ?? department.text),
    department: department.code,
    // Without a point the station stands in the middle of a town of its department.
    latitude: readDegrees('latitude', more.latitude) ?? town.latitude,
    longitude: readDegrees('longitude', more.longitude) ?? town.longitude,
  }
  return { station, branchCode: '' }
}

function parsed() {
  const text = { type: 'string' } as const
  const options = {
    name: text,
    department: text,
    address: text,
    latitude: text,
    longitude: text,
    station: text,
    revoke: text,
  }
  try {
    return parseArgs({ options }).values
  } catch {
    // It throws on an unknown option, and on a negative number without `=`.
    throw new Error(USAGE)
  }
}

function text(max: number, subject: string, given: string): string {
  const read = singleLine(max, subject).safeParse(given)
  if (!read.success) throw new Error(read.error.issues[0]?.message)
  if (read.data === '') throw new Error(`${subject} no puede ser vacío.`)
  return read.data
}

function readDegrees(axis: Axis, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const value = degrees(given)
  if (value === null || !isInUruguay(axis, value))
    throw new Error(`--${axis} va en grados, de ${boundsOf(axis)}: es un punto del Uruguay.`)
  return value
}

runCommand(main)
