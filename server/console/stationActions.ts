import { kindOf } from '#contract/console/objectKinds.ts'
import { type Axis, degrees, isInUruguay } from '#contract/fields/degrees.ts'
import { parseRuts } from '#contract/fields/nationalIds.ts'
import { withoutSeparators } from '#contract/fields/text.ts'
import { DEPARTMENTS } from '#contract/reference/departments.ts'
import { createStation } from '#db/stations/newStation.ts'
import { setRuts } from '#db/stations/reportingStation.ts'
import {
  addTerminal as insertTerminal,
  renewCode,
  revokeTerminal,
  terminalsOf,
} from '#db/stations/terminals.ts'
import { choice, invalid, row, type TypedField, text } from '#server/console/actionFields.ts'
import { type Acting, action } from '#server/console/consoleAction.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { sha256 } from '#server/http/sha256.ts'

const VALIDITY =
  'Vale 24 horas y una sola vez. Pasáselo en persona o por teléfono a quien instala la caja.'

const codeSentence = (terminal: string) =>
  `${terminal}: este es su código de activación. ${VALIDITY}`

const { roles } = kindOf('station')

/** An enrolment code, and what is stored of it with who gave it. */
function newCode({ tell, viewer: { personId: actorId, now } }: Acting) {
  const code = tell('activationCode')
  return { code, stored: { codeHash: sha256(withoutSeparators(code)), actorId, now } }
}

/** A coordinate as a person types it, `-34,9057`. */
const coordinate = (axis: Axis, label: string, hint: string): TypedField<number> => ({
  shown: { label, type: 'text', hint, options: [] },
  read(typed) {
    const value = degrees(typed.trim().replace(',', '.'))
    if (value === null || !isInUruguay(axis, value))
      throw invalid(
        `La ${label.toLowerCase()} va en grados y es de un punto del Uruguay, como -34,9.`,
      )
    return value
  },
})

/** The RUTs that issue the documents of a station. */
const ruts: TypedField<string[]> = {
  shown: {
    label: 'RUT',
    type: 'text',
    hint: 'El que emite sus comprobantes; si son varios, separados por comas.',
    options: [],
  },
  read(typed) {
    const read = parseRuts(typed)
    if (!read) throw invalid('Revisá el RUT: son doce dígitos; si hay varios, van entre comas.')
    return read
  },
}

/** Makes a station with its first terminal, whose code is told once. */
export const addStation = action({
  label: 'Nueva estación',
  question:
    'La estación aparece en el mapa de los conductores; los servicios, el horario y los precios se importan después. Vas a ver el código de activación de su primera caja una sola vez.',
  toldOnce: true,
  fields: {
    name: text({ label: 'Nombre', missing: 'Escribí el nombre.', subject: 'El nombre', max: 80 }),
    department: choice({
      label: 'Departamento',
      missing: 'Elegí el departamento.',
      of: Object.fromEntries(DEPARTMENTS.map(({ code, text: name }) => [code, name])),
    }),
    address: text({
      label: 'Dirección',
      missing: 'Escribí la dirección.',
      subject: 'La dirección',
      max: 200,
    }),
    latitude: coordinate('latitude', 'Latitud', 'Como -34,9057.'),
    longitude: coordinate('longitude', 'Longitud', 'Como -56,1645.'),
    ruts,
  },
  async run(acting) {
    const { context, values, newId } = acting
    const { code, stored } = newCode(acting)
    const madeId = await createStation(context.db, values, { id: newId(), ...stored })
    return {
      outcome: `Estación ${madeId}: este es el código de activación de su primera caja. ${VALIDITY}`,
      code,
      madeId,
    }
  },
})

/** Adds a terminal, whose code is told once. */
export const addTerminal = action({
  roles,
  label: 'Agregar caja',
  question: 'Vas a ver el código de activación una sola vez.',
  toldOnce: true,
  async run(acting) {
    const { context, id: branchCode, newId } = acting
    const { code, stored } = newCode(acting)
    const name = await insertTerminal(context.db, { id: newId(), branchCode, ...stored })
    if (name === undefined) throw notFound()
    return { outcome: codeSentence(name), code }
  },
})

const ofTerminal = { terminal: row({ label: 'Caja', missing: 'Elegí la caja.' }) }
/** @throws the refusal of a terminal that is not of the station */
async function chosenTerminal({ context: { db }, id, values }: Acting<{ terminal: string }>) {
  const terminal = (await terminalsOf(db, id)).find((one) => one.id === values.terminal)
  if (!terminal) throw notFound()
  return terminal
}
const GONE = () => refuse('Esa caja ya está dada de baja.', 'action_gone')

/** Gives a terminal another code, told once: its machine was lost or replaced. */
export const renewAction = action({
  roles,
  label: 'Cambiar la clave de una caja',
  question:
    'Para una caja que cambió de computadora. Vas a ver otro código de activación una sola vez; cuando la caja lo use, su clave anterior deja de valer.',
  toldOnce: true,
  fields: ofTerminal,
  async run(acting) {
    const { id, name } = await chosenTerminal(acting)
    const { code, stored } = newCode(acting)
    const renewed = { id, branchCode: acting.id, ...stored }
    if (!(await renewCode(acting.context.db, renewed))) throw GONE()
    return { outcome: codeSentence(name), code }
  },
})

/** Revokes a terminal of the station. */
export const revokeAction = action({
  roles,
  label: 'Dar de baja una caja',
  question:
    'Desde ahora no se acepta nada de esa caja. No se puede deshacer: para volver a usarla se agrega de nuevo.',
  danger: true,
  fields: ofTerminal,
  async run(acting) {
    const { id, name } = await chosenTerminal(acting)
    const { personId: actorId, now } = acting.viewer
    if (!(await revokeTerminal(acting.context.db, id, { actorId, now }))) throw GONE()
    return `${name} quedó dada de baja: ya no se acepta nada de ella.`
  },
})

/** Sets the RUTs of the station: a sale with the document of another one gives no points by itself. */
export const changeRuts = action({
  label: 'Cambiar el RUT',
  question:
    'Desde ahora las ventas con un comprobante de otro RUT esperan entre las excepciones. Las que ya esperan no cambian.',
  fields: { ruts },
  audit: 'stationRuts',
  async run({ context, id, values }) {
    const before = await setRuts(context.db, id, values.ruts)
    if (!before) throw notFound()
    return {
      outcome: `RUT de la estación: ${values.ruts.join(', ')}.`,
      detail: { from: before.join(', '), to: values.ruts.join(', ') },
    }
  },
})
