import { toDate } from '#contract/dates.ts'
import type { Db } from '#db/core/db.ts'
import { programmeNames } from '#db/loyalty/accrualRules.ts'
import { codes, day, invalid, remark, row, text } from '#server/console/actionFields.ts'

/** @throws the refusal of a programme that does not exist */
export async function assertProgramme(db: Db, code: string): Promise<void> {
  if (!(await programmeNames(db)).has(code)) throw invalid(CHOOSE_PROGRAMME)
}
const CHOOSE_PROGRAMME = 'Elegí un programa de la lista.'

/** The field of a programme; the action checks that it exists. */
export const PROGRAMME = row({ label: 'Programa', missing: CHOOSE_PROGRAMME })

/** Refusals of what a promotion or a reward names. */
export const UNKNOWN = {
  unknownProgramme: () => invalid('Elegí para quién es.'),
  unknownBranch: () => invalid('Alguna estación no existe: van sus códigos, como E001, E007.'),
}

/**
 * The fields that promotions and rewards have in common.
 * @param lengths characters of title and text
 */
export const offerFields = (
  lengths: { title: number; text: number },
  labels: { text: string; from: string; to: string },
) => ({
  title: text({
    label: 'Título',
    hint: `Hasta ${lengths.title} caracteres.`,
    missing: 'Escribí el título.',
    subject: 'El título',
    max: lengths.title,
  }),
  text: remark({
    label: 'Texto',
    hint: labels.text,
    missing: 'Escribí el texto.',
    subject: 'El texto',
    max: lengths.text,
  }),
  stations: codes({
    label: 'Estaciones',
    hint: 'Códigos separados por comas: E001, E007. Vacío: todas.',
  }),
  from: day({ label: labels.from, missing: 'Elegí el primer día.' }),
  to: day({ label: labels.to, missing: 'Elegí el último día.' }),
})

/**
 * Stations, first and last day of a promotion or reward as they are stored.
 * @throws a refusal that says what to correct
 */
export function placeAndDays(
  { stations: branches, from, to }: { stations: string[]; from: string; to: string },
  now: Date,
) {
  if (branches.some((code) => !/^\w+$/.test(code))) throw UNKNOWN.unknownBranch()
  if (from > to) throw invalid('El último día no puede ser anterior al primero.')
  assertNotOver(to, now)
  return { branches, firstDay: isoOf(from), lastDay: isoOf(to) }
}
const isoOf = (date: string) => date.replace(/^(....)(..)/, '$1-$2-')

/** @throws the refusal of a last day, `yyyyMMdd`, that is before today */
export function assertNotOver(lastDay: string, now: Date): void {
  if (lastDay < toDate(now)) throw invalid('El último día ya pasó.')
}
