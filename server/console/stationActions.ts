import { kindOf } from '#contract/console/objectKinds.ts'
import type { ActionField } from '#contract/console/objectPage.ts'
import { type Axis, degrees, isInUruguay } from '#contract/fields/degrees.ts'
import { opaqueCode, singleLine, withoutSeparators } from '#contract/fields/text.ts'
import { DEPARTMENTS } from '#contract/reference/departments.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { createStation } from '#db/stations/newStation.ts'
import {
  addTerminal as insertTerminal,
  renewCode,
  revokeTerminal,
  terminalsOf,
} from '#db/stations/terminals.ts'
import type { Acting, ConsoleAction } from '#server/console/consoleKind.ts'
import { readField } from '#server/console/readField.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { sha256 } from '#server/http/sha256.ts'

const VALIDITY =
  'Vale 24 horas y una sola vez. Pasáselo en persona o por teléfono a quien instala la caja.'

/** An enrolment code, and what is stored of it. */
function newCode({ tell }: Acting) {
  const code = tell('activationCode')
  return { code, codeHash: sha256(withoutSeparators(code)) }
}

/** A coordinate as a person types it, `-34,9057`. */
function degreesOf(axis: Axis, given: string, label: string): number {
  const value = degrees(given.trim().replace(',', '.'))
  if (value === null || !isInUruguay(axis, value))
    throw refuse(
      `La ${label} va en grados y es de un punto del Uruguay, como -34,9.`,
      'invalid_request',
    )
  return value
}

/** Makes a station with its first terminal, whose code is told once. */
export const addStation: ConsoleAction = {
  label: 'Nueva estación',
  question:
    'La estación aparece en el mapa de los conductores; los servicios, el horario y los precios se importan después. Vas a ver el código de activación de su primera caja una sola vez.',
  danger: false,
  toldOnce: true,
  fields: [
    { name: 'name', label: 'Nombre', type: 'text', hint: '', options: [] },
    {
      name: 'department',
      label: 'Departamento',
      type: 'choice',
      hint: '',
      options: DEPARTMENTS.map(({ code: value, text: label }) => ({ value, label })),
    },
    { name: 'address', label: 'Dirección', type: 'text', hint: '', options: [] },
    { name: 'latitude', label: 'Latitud', type: 'text', hint: 'Como -34,9057.', options: [] },
    { name: 'longitude', label: 'Longitud', type: 'text', hint: 'Como -56,1645.', options: [] },
  ],
  async run(acting) {
    const { context, viewer, fields } = acting
    const { name = '', address = '', department = '', latitude = '', longitude = '' } = fields
    if (!DEPARTMENTS.some(({ code }) => code === department))
      throw refuse('Elegí el departamento.', 'invalid_request')
    const station = {
      name: readField(singleLine(80, 'El nombre'), name, 'Escribí el nombre.'),
      address: readField(singleLine(200, 'La dirección'), address, 'Escribí la dirección.'),
      department,
      latitude: degreesOf('latitude', latitude, 'latitud'),
      longitude: degreesOf('longitude', longitude, 'longitud'),
    }
    const { code, codeHash } = newCode(acting)
    const { personId: actorId, now } = viewer
    const terminal = { id: uuidFrom(context.random(16)), codeHash, actorId, now }
    const made = await createStation(context.db, station, terminal)
    return {
      outcome: `Estación ${made}: el código de activación de su primera caja es ${code}. ${VALIDITY}`,
      madeId: made,
    }
  },
}

/** Adds a terminal, whose code is told once. */
export const addTerminal: ConsoleAction = {
  roles: kindOf('station').roles,
  label: 'Agregar caja',
  question: 'Vas a ver el código de activación una sola vez.',
  danger: false,
  toldOnce: true,
  fields: [],
  async run(acting) {
    const { context, viewer, id: branchCode } = acting
    const { code, codeHash } = newCode(acting)
    const { personId: actorId, now } = viewer
    const terminal = { id: uuidFrom(context.random(16)), branchCode, codeHash, actorId, now }
    const name = await insertTerminal(context.db, terminal)
    if (name === undefined) throw notFound()
    return `${name}: el código de activación es ${code}. ${VALIDITY}`
  },
}

const TERMINAL: ActionField = {
  name: 'terminal',
  label: 'Caja',
  type: 'choice',
  hint: '',
  options: [],
}
/** @throws the refusal of a terminal that is not of the station */
async function chosenTerminal({ context: { db }, id: branchCode, fields }: Acting) {
  const missing = 'Elegí la caja.'
  const wanted = readField(opaqueCode(100, missing), fields.terminal ?? '', missing)
  const terminal = (await terminalsOf(db, branchCode)).find(({ id }) => id === wanted)
  if (!terminal) throw notFound()
  return terminal
}
const GONE = () => refuse('Esa caja ya está dada de baja.', 'action_gone')

/** Gives a terminal another code, told once: its machine was lost or replaced. */
export const renewAction: ConsoleAction = {
  roles: kindOf('station').roles,
  label: 'Cambiar la clave de una caja',
  question:
    'Para una caja que cambió de computadora. Vas a ver otro código de activación una sola vez; cuando la caja lo use, su clave anterior deja de valer.',
  danger: false,
  toldOnce: true,
  fields: [TERMINAL],
  async run(acting) {
    const { context, viewer, id: branchCode } = acting
    const { id, name } = await chosenTerminal(acting)
    const { code, codeHash } = newCode(acting)
    const { personId: actorId, now } = viewer
    if (!(await renewCode(context.db, { id, branchCode, codeHash, actorId, now }))) throw GONE()
    return `${name}: el código de activación es ${code}. ${VALIDITY}`
  },
}

/** Revokes a terminal of the station. */
export const revokeAction: ConsoleAction = {
  roles: kindOf('station').roles,
  label: 'Dar de baja una caja',
  question:
    'Desde ahora no se acepta nada de esa caja. No se puede deshacer: para volver a usarla se agrega de nuevo.',
  danger: true,
  fields: [TERMINAL],
  async run(acting) {
    const { id, name } = await chosenTerminal(acting)
    const { personId: actorId, now } = acting.viewer
    if (!(await revokeTerminal(acting.context.db, id, { actorId, now }))) throw GONE()
    return `${name} quedó dada de baja: ya no se acepta nada de ella.`
  },
}
