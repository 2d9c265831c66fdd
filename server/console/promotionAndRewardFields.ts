import * as z from 'zod/mini'
import type { ActionField } from '#contract/console/objectPage.ts'
import { isStamp, toDate } from '#contract/dates.ts'
import { multiLine, singleLine } from '#contract/fields/text.ts'
import type { Db } from '#db/core/db.ts'
import { programmeNames } from '#db/loyalty/accrualRules.ts'
import { readField } from '#server/console/readField.ts'
import { refuse } from '#server/http/errors.ts'

/** A field of a form. */
export const field = (
  name: string,
  label: string,
  type: ActionField['type'],
  hint = '',
): ActionField => ({ name, label, type, hint, options: [] })

/** The field of stations. */
export const STATIONS = field(
  'stations',
  'Estaciones',
  'text',
  'Códigos separados por comas: E001, E007. Vacío: todas.',
)

const DAY = 'Elegí un día que exista.'
const Day = z.string(DAY).check(z.refine((text) => isStamp(`${text}000000`), DAY))

/** The refusal of a field. */
export const invalid = (sentence: string) => refuse(sentence, 'invalid_request')
/** @throws the refusal of a programme that does not exist */
export async function assertProgramme(db: Db, code = ''): Promise<void> {
  if (!(await programmeNames(db)).has(code)) throw invalid('Elegí un programa de la lista.')
}

/** Refusals of what a promotion or a reward names. */
export const UNKNOWN = {
  unknownProgramme: () => invalid('Elegí para quién es.'),
  unknownBranch: () => invalid('Alguna estación no existe: van sus códigos, como E001, E007.'),
}

/**
 * What promotions and rewards have in common: title, text, stations, first and last day.
 * @throws a refusal that says what to correct
 */
export function readOffer(
  { title = '', text = '', stations = '', from = '', to = '' }: Readonly<Record<string, string>>,
  lengths: { title: number; text: number },
  now: Date,
) {
  const dated = (day: string, missing: string) =>
    readField(Day, day, missing).replace(/^(....)(..)/, '$1-$2-')
  const offer = {
    title: readField(singleLine(lengths.title, 'El título'), title, 'Escribí el título.'),
    text: readField(multiLine(lengths.text, 'El texto'), text, 'Escribí el texto.'),
    branches: [...new Set(stations.toUpperCase().split(/[\s,;]+/))].filter(Boolean),
    firstDay: dated(from, 'Elegí el primer día.'),
    lastDay: dated(to, 'Elegí el último día.'),
  }
  if (offer.branches.some((code) => !/^\w+$/.test(code))) throw UNKNOWN.unknownBranch()
  if (offer.firstDay > offer.lastDay)
    throw invalid('El último día no puede ser anterior al primero.')
  assertNotOver(offer.lastDay.replaceAll('-', ''), now)
  return offer
}

/** @throws the refusal of a last day, `yyyyMMdd`, that is before today */
export function assertNotOver(lastDay: string, now: Date): void {
  if (lastDay < toDate(now)) throw invalid('El último día ya pasó.')
}
