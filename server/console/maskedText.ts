/** Personal data as lists and pages show them until an operator asks for them. */

/** The first letter and the domain: `a•••@example.com`. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*(@.*)$/, '$1•••$2')

/** The last three characters: `•••567`. */
export const maskedNumber = (text: string): string => (text === '' ? '' : `•••${text.slice(-3)}`)

/** A name, of which the surname keeps its first letter: `Ana P.`; an erased account has none. */
export const maskedName = ({
  firstName,
  firstSurname,
}: {
  firstName: string
  firstSurname: string
}): string => (firstName === '' ? 'Cuenta borrada' : `${firstName} ${firstSurname.slice(0, 1)}.`)
