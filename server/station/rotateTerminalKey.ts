import { toStamp } from '#contract/dates.ts'
import { rotateTerminalKey } from '#contract/station/rotateTerminalKey.ts'
import { rotateKey } from '#db/stations/terminals.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { keyUsed, newKey } from '#server/station/newKey.ts'
import { refuseSignedCardNumbers } from '#server/station/signedCardNumbers.ts'
import { inTerminalTransaction, storeEvidence } from '#server/station/terminalTransaction.ts'

export default defineHandler(rotateTerminalKey, async (context, { publicKey }, caller) => {
  refuseSignedCardNumbers(caller)
  const key = newKey(publicKey)
  const endsAt = await inTerminalTransaction(context, caller, async (tx) => {
    const until = await rotateKey(tx, caller, { key, now: context.now() })
    if (until === 'limit')
      throw refuse('Esta caja ya tiene dos claves: esperá a que venza la anterior.', 'key_limit')
    if (until === 'used') throw keyUsed()
    // The station answers for the key that it named.
    await storeEvidence(tx, caller)
    return until
  })
  return { keyid: key.keyid, oldKeyUntil: toStamp(endsAt) }
})
