import { HOUR_MS } from '#contract/dates.ts'
import { WRONG_ENROLMENT_CODE } from '#contract/fields/groupedCode.ts'
import { enrolTerminal } from '#contract/station/enrolTerminal.ts'
import { enrol } from '#db/stations/terminals.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import type { Limit } from '#server/http/limits.ts'
import { sha256 } from '#server/http/sha256.ts'
import { keyUsed, newKey } from '#server/station/newKey.ts'

/** A code of 80 random bits is not guessed: the limit spares the database. */
const ENROLMENTS: Limit = {
  name: 'terminal enrolment',
  by: 'address',
  points: 30,
  per: HOUR_MS,
  taken: 'before',
  removable: true,
}

export default defineHandler(
  enrolTerminal,
  async ({ db, now }, { enrolmentCode, publicKey }) => {
    const given = { key: newKey(publicKey), now: now() }
    const enrolled = await enrol(db, sha256(enrolmentCode), given)
    if (enrolled === 'used') throw keyUsed()
    if (enrolled === 'unknown') throw refuse(WRONG_ENROLMENT_CODE, 'wrong_enrolment_code')
    const { keyid, terminalName, branchCode, branchName } = enrolled
    return { keyid, terminalName, branchCode, branchName }
  },
  [ENROLMENTS],
)
