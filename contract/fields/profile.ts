import * as z from 'zod/mini'
import { type Day, fromStamp } from '#contract/dates.ts'
import { parseCedula } from '#contract/fields/nationalIds.ts'
import { singleLine } from '#contract/fields/text.ts'

/** Minimum age for an account, in years. */
export const MINIMUM_AGE = 16
/** Minimum age to pay by card, in years. */
export const ADULT_AGE = 18
const MAXIMUM_AGE = 120

/** An email address, trimmed and in lower case: the key of an account. */
export const Email = z
  .string('Escribí tu correo.')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Escribí tu correo.'),
    z.maxLength(254, 'Ese correo es demasiado largo.'),
    z.email('Ese correo no es válido.'),
  )

/** The account that a call is about: its email, or an object with the field `email`. */
export const UserName = z.pipe(
  z.union([Email, z.object({ email: Email })], 'Escribí tu correo.'),
  z.transform((user) => (typeof user === 'string' ? user : user.email)),
)

const MOBILE = 'Escribí tu celular.'
const ADDRESS = 'Escribí calle, ciudad y país, separados por comas.'

const name = (subject: string, missing: string) =>
  singleLine(60, subject, missing).check(
    z.minLength(1, missing),
    z.regex(/^\p{L}[\p{L}\p{M} .'’-]*$/u, `${subject} lleva solo letras.`),
  )

/** Profile fields that a user can change after the registration. */
export const Profile = {
  firstName: name('El nombre', 'Escribí tu nombre.'),
  firstSurname: name('El apellido', 'Escribí tu apellido.'),
  /** `yyyyMMdd` or `yyyy-MM-dd`, parsed to `yyyyMMdd`. */
  birthdate: z.string('Escribí tu fecha de nacimiento.').check(
    z.overwrite((typed) => typed.replaceAll('-', '')),
    z.refine(isDay, 'Esa fecha de nacimiento no existe.'),
  ),
  /** F female, M male, X other. */
  sex: z.enum(['F', 'M', 'X'], 'Elegí una opción de sexo.'),
  /** In national format (`099 123 456`) or E.164; the server converts it to E.164. */
  mobile: singleLine(30, 'El celular', MOBILE).check(z.minLength(1, MOBILE)),
  /** Street, city and country, joined by commas. */
  address: singleLine(200, 'La dirección', ADDRESS).check(z.refine(hasThreeParts, ADDRESS)),
}

/** The fields of both registration steps: identity and contact. */
export const RegistrationDraft = z.object(
  {
    email: Email,
    /** Cédula with its check digit, dots and hyphen allowed; parsed to 8 digits. */
    documentNumber: z.string('Escribí tu cédula.').check(
      z.minLength(1, 'Escribí tu cédula.'),
      z.maxLength(20, 'Esa cédula no es válida.'),
      z.overwrite((typed) => parseCedula(typed) ?? ''),
      z.minLength(1, 'Esa cédula no es válida: revisá los números, con el dígito verificador.'),
    ),
    ...Profile,
  },
  'Contanos de vos: correo, nombre, cédula, nacimiento, sexo, celular y dirección.',
)

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
  if (age < 0) return 'La fecha de nacimiento no puede ser futura.'
  if (age < MINIMUM_AGE) return `Para tener una cuenta hay que tener ${MINIMUM_AGE} años o más.`
  if (age > MAXIMUM_AGE) return 'Revisá el año de tu fecha de nacimiento.'
  return null
}

function isDay(digits: string): boolean {
  return /^\d{8}$/.test(digits) && fromStamp(`${digits}120000`) !== null
}
function hasThreeParts(address: string): boolean {
  const parts = address.split(',')
  return parts.length >= 3 && parts.every((part) => part.trim() !== '')
}
