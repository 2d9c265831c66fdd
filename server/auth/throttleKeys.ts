import type { CodePurpose } from '#db/accounts/verificationCodes.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import { sha256 } from '#server/http/callPipeline.ts'

/** Under which names wrong guesses are counted: of the known and the unknown alike, and unreadable. */
export const passwordGuesses = (email: string) => sha256(email)
/** Of a browser that the account's owner has been in from. */
export const deviceGuesses = (device: string) => sha256(`device ${device}`)
/** Of who is in and shows their password again. */
export const ownGuesses = (personId: string) => sha256(`own ${personId}`)
export const codeGuesses = (purpose: CodePurpose, email: string) => sha256(`${purpose} ${email}`)
export const factorGuesses = (personId: string) => sha256(`second factor ${personId}`)

/** All that may be counted of one person, but for their browsers: those go a day later. */
export const guessAccountsOf = ({ id, email }: Pick<PersonRow, 'id' | 'email'>): Buffer[] => [
  passwordGuesses(email),
  ownGuesses(id),
  codeGuesses('confirm', email),
  codeGuesses('reset', email),
  factorGuesses(id),
]
