import * as z from 'zod/mini'
import { type Day, isStamp } from '#contract/dates.ts'

/** Minimum age for an account, in years. */
export const MINIMUM_AGE = 16
/** Minimum age to pay by card, in years. */
export const ADULT_AGE = 18
const MAXIMUM_AGE = 120

const BIRTHDATE = 'Escribí tu fecha de nacimiento así: día/mes/año, por ejemplo 15/03/1987.'
const NO_DAY = 'Esa fecha de nacimiento no existe: revisá el día y el mes.'

/** `dd/mm/yyyy` as people write it, `yyyy-MM-dd` or `yyyyMMdd`; parsed to `yyyyMMdd`. */
export const Birthdate = z.string('Escribí tu fecha de nacimiento.').check(
  z.overwrite(dateDigits),
  z.refine((digits) => /^\d{8}$/.test(digits), BIRTHDATE),
  z.refine((digits) => isStamp(`${digits}120000`), NO_DAY),
)

const FUTURE = 'La fecha de nacimiento no puede ser futura.'
const TOO_YOUNG = `Para tener una cuenta hay que tener ${MINIMUM_AGE} años o más.`
const TOO_OLD = 'Revisá el año de tu fecha de nacimiento.'

/**
 * Age in whole years on a day. A birthday on 29 February counts from 1 March in other years.
 * @param birthdate `yyyyMMdd`
 */
export function ageOn({ year, month, day }: Day, birthdate: string): number {
  const birthdayPassed = month * 100 + day >= Number(birthdate.slice(4))
  return year - Number(birthdate.slice(0, 4)) - (birthdayPassed ? 0 : 1)
}

/**
 * Checks the age limits of an account.
 * @param birthdate `yyyyMMdd`
 * @returns the sentence for the user; null when the birthdate is accepted
 */
export function ageError(today: Day, birthdate: string): string | null {
  const age = ageOn(today, birthdate)
  if (age < 0) return FUTURE
  if (age < MINIMUM_AGE) return TOO_YOUNG
  if (age > MAXIMUM_AGE) return TOO_OLD
  return null
}

/** The refusal of a second correction. */
export const BIRTHDATE_CORRECTED =
  'Ya corregiste tu fecha de nacimiento una vez. Para cambiarla de nuevo mandanos una foto de tu cédula desde Comentarios.'
/** The refusal of a correction that changes who may pay. */
export const BIRTHDATE_CROSSES_AGE = `Con esa fecha cambiaría desde cuándo podés pagar con tarjeta, que es a los ${ADULT_AGE} años. Si la que tenemos está mal, mandanos una foto de tu cédula desde Comentarios.`
const BIRTHDATE_IN_PROFILE =
  'Esa corrección la podés hacer vos en Mis Datos: no hace falta una foto.'

/**
 * Checks a correction of a birthdate by the person: once, and never so that they may pay by card
 * earlier than before, or no longer. An adult gets another adult's date, a minor a later one.
 * @param stored the birthdate in force, `yyyyMMdd` or `yyyy-MM-dd`, and when it was corrected before
 * @param to the new one, `yyyyMMdd`
 * @returns the sentence for the user; null when the correction is accepted, or changes nothing
 */
export function birthdateChangeError(
  today: Day,
  stored: { birthdate: string; birthdateCorrectedAt: Date | null },
  to: string,
): string | null {
  const from = stored.birthdate.replaceAll('-', '')
  if (from === to) return null
  const error = ageError(today, to)
  if (error) return error
  const isAdult = (birthdate: string) => ageOn(today, birthdate) >= ADULT_AGE
  if (isAdult(from) !== isAdult(to) || (!isAdult(from) && to < from)) return BIRTHDATE_CROSSES_AGE
  return stored.birthdateCorrectedAt ? BIRTHDATE_CORRECTED : null
}

/**
 * Checks a correction by a photo of the document, as `birthdateChangeError`, which has to refuse it.
 * @returns the sentence for the user; null when an operator may decide on it
 */
export function birthdateRequestError(...change: Parameters<typeof birthdateChangeError>) {
  const error = birthdateChangeError(...change)
  if (error === BIRTHDATE_CORRECTED || error === BIRTHDATE_CROSSES_AGE) return null
  return error ?? BIRTHDATE_IN_PROFILE
}

/** Eight digits, year first; a text that is no date stays as it is. */
export function dateDigits(typed: string): string {
  const text = typed.trim()
  const [, day = '', month = '', year] =
    /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/.exec(text) ??
    // Without separators: no month is 19 or 20, so that it cannot be a date with the year first.
    /^(\d\d)(\d\d)((?:19|20)\d\d)$/.exec(text) ??
    []
  if (year === undefined) return text.replaceAll('-', '')
  return `${year}${month.padStart(2, '0')}${day.padStart(2, '0')}`
}
