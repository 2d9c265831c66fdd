import * as z from 'zod/mini'
import { Birthdate } from '#contract/fields/birthdate.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { parseCedula } from '#contract/fields/nationalIds.ts'
import { singleLine } from '#contract/fields/text.ts'
import type { RefusalReason } from '#contract/refusalReasons.ts'

/** As browsers read it (HTML 4.10.5.1.5), with the dots that mail servers refuse, and a domain of two parts or more. */
const EMAIL =
  /^(?!\.)(?!.*\.[.@])[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/

/** An email address, trimmed and in lower case: the key of an account. */
export const Email = z
  .string('Escribí tu correo.')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Escribí tu correo.'),
    z.maxLength(254, 'Ese correo es demasiado largo.'),
    z.email({ pattern: EMAIL, error: 'Ese correo no es válido.' }),
  )

/** The account that a call is about: its email, or an object with the field `email`. */
export const UserName = z.pipe(
  z.union([Email, z.object({ email: Email })], 'Escribí tu correo.'),
  z.transform((user) => (typeof user === 'string' ? user : user.email)),
)

const MOBILE = 'Escribí tu celular.'
/** The refusal of a mobile number; the server checks it by the numbering plan of its country. */
export const INVALID_MOBILE = 'Ese celular no es válido: escribilo como 099 123 456.'
const ADDRESS = 'Escribí calle, ciudad y país, separados por comas.'

const name = (subject: string, missing: string) =>
  singleLine(60, subject, missing).check(
    z.overwrite((typed) => typed.replaceAll(/[´`‘’ʼ′]/g, "'").replaceAll(/\p{Pd}/gu, '-')),
    z.minLength(1, missing),
    z.regex(/^\p{L}[\p{L}\p{M} .'-]*$/u, `${subject} lleva solo letras.`),
  )

/** Profile fields that a user can change after the registration. */
export const Profile = lazyObject(() => ({
  /** First name of the person: letters, spaces, dots, apostrophes and hyphens, at most 60. */
  firstName: name('El nombre', 'Escribí tu nombre.'),
  /** First surname of the person: letters, spaces, dots, apostrophes and hyphens, at most 60. */
  firstSurname: name('El apellido', 'Escribí tu apellido.'),
  /** Birthdate as `dd/mm/yyyy`, `yyyy-MM-dd` or `yyyyMMdd`; answered as `yyyyMMdd`. */
  birthdate: Birthdate,
  /** Sex: F female, M male, X other. */
  sex: z.enum(['F', 'M', 'X'], 'Elegí tu sexo.'),
  /** Mobile number in national format (`099 123 456`) or E.164; answered in E.164. */
  mobile: singleLine(30, 'El celular', MOBILE).check(z.minLength(1, MOBILE)),
  /** Street, city and country, joined by commas. */
  address: singleLine(200, 'La dirección', ADDRESS).check(z.refine(hasThreeParts, ADDRESS)),
}))

/** The fields of both registration steps: identity and contact. */
export const RegistrationDraft = lazyObject(
  () => ({
    email: Email,
    /** Cédula with its check digit, dots and hyphen allowed; answered as 8 digits. */
    documentNumber: z.string('Escribí tu cédula.').check(
      z.minLength(1, 'Escribí tu cédula.'),
      z.maxLength(20, 'Esa cédula no es válida.'),
      z.overwrite((typed) => parseCedula(typed) ?? ''),
      z.minLength(1, 'Esa cédula no es válida: revisá los números, con el dígito verificador.'),
    ),
    ...Profile.shape,
  }),
  'Contanos de vos: correo, nombre, cédula, nacimiento, sexo, celular y dirección.',
)

/** The field that a refusal of `addUser` or `updateUser` is about, if it is about one. */
export const REFUSED_FIELDS: Partial<Record<RefusalReason, 'mobile' | 'birthdate' | 'password'>> = {
  invalid_mobile: 'mobile',
  invalid_birthdate: 'birthdate',
  weak_password: 'password',
}

function hasThreeParts(address: string): boolean {
  const parts = address.split(',')
  return parts.length >= 3 && parts.every((part) => part.trim() !== '')
}
