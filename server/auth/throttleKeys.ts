import type { CodePurpose } from '#db/accounts/verificationCodes.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import { sha256 } from '#server/http/callPipeline.ts'

/** Under which names wrong guesses are counted: of the known and the unknown alike, and unreadable. */
export const passwordThrottleKey = (email: string) => sha256(email)
/** Of a browser that the account's owner has been in from. */
export const deviceThrottleKey = (device: string) => sha256(`device ${device}`)
/** Of who is in and shows their password again. */
export const reauthenticationThrottleKey = (personId: string) => sha256(`own ${personId}`)
export const codeThrottleKey = (purpose: CodePurpose, email: string) =>
  sha256(`${purpose} ${email}`)
export const totpThrottleKey = (personId: string) => sha256(`second factor ${personId}`)

/** All that may be counted of one person, but for their browsers: those go a day later. */
export const throttleKeysOf = ({ id, email }: Pick<PersonRow, 'id' | 'email'>): Buffer[] => [
  passwordThrottleKey(email),
  reauthenticationThrottleKey(id),
  codeThrottleKey('confirm', email),
  codeThrottleKey('reset', email),
  totpThrottleKey(id),
]
