import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import { shortDate, toStamp } from '#contract/dates.ts'
import type { tillRedemption } from '#contract/entities/redemption.ts'
import type { Db } from '#db/core/db.ts'
import type { Redemption } from '#db/loyalty/redemptions.ts'
import type { TillCall, TillOutcome } from '#db/loyalty/tillRedemptions.ts'
import type { Context } from '#server/context.ts'
import type { TerminalCaller } from '#server/http/defineHandler.ts'
import { keepingChanges, notFound, type Refusal, refuse } from '#server/http/errors.ts'
import { refuseSignedCardNumbers } from '#server/station/signedCardNumbers.ts'
import { inTerminalTransaction, storeEvidence } from '#server/station/terminalTransaction.ts'

type Answer = {
  [Name in keyof ReturnType<typeof tillRedemption>]: z.output<
    ReturnType<typeof tillRedemption>[Name]
  >
}

const REFUSALS: Record<Extract<TillOutcome, string>, () => Refusal> = {
  unknown: notFound,
  cancelled: () =>
    refuse(
      'La caja ya canceló este canje: empezá otro con otra referencia.',
      'redemption_released',
    ),
  conflict: () =>
    refuse('La caja ya usó esa referencia con otros datos: mandá otra.', 'reference_reused'),
  wrongCode: () =>
    refuse(
      'El código no es válido: pedile al cliente el que muestra la app en este momento.',
      'wrong_spending_code',
    ),
  overLimit: () =>
    refuse('Son más puntos de los que el cliente permitió con este código.', 'spending_limit'),
  insufficient: () => refuse('Al cliente no le alcanzan los puntos.', 'not_enough_points'),
  withoutValue: () =>
    refuse('Elegí un premio: este programa no toma puntos sueltos.', 'points_without_value'),
  unavailable: () =>
    refuse('Ese premio no está vigente, o no se da en esta estación.', 'reward_unavailable'),
  captured: () => refuse('El canje ya se usó: anulalo con su motivo.', 'redemption_captured'),
  released: () => refuse('El canje ya no vale: se devolvieron los puntos.', 'redemption_released'),
  expired: () =>
    refuse('El canje venció y se devolvieron los puntos: hacé otro.', 'redemption_expired'),
  reversed: () =>
    refuse('El canje está anulado: se devolvieron los puntos.', 'redemption_reversed'),
}

/** Does the work of a till's call with its evidence, and answers what became of the redemption. */
export async function redeemAtTill(
  context: Context,
  caller: TerminalCaller,
  reference: string,
  work: (tx: Db, call: TillCall) => Promise<TillOutcome | undefined>,
): Promise<Answer> {
  refuseSignedCardNumbers(caller)
  const { terminalId, branchCode, branchName } = caller
  const { jobs } = context
  const call = { terminalId, branchCode, branchName, reference, now: context.now(), jobs }
  const outcome = await inTerminalTransaction(context, caller, async (tx) => {
    await storeEvidence(tx, caller)
    return await work(tx, call)
  })
  // What has ended is given back, and the message is kept.
  if (typeof outcome === 'string') throw keepingChanges(REFUSALS[outcome]())
  if (outcome && 'usedAt' in outcome) throw keepingChanges(voucherUsed(outcome))
  return toAnswer(outcome)
}

/** Of a reference that never arrived nothing is known but that it was cancelled. */
function toAnswer(found: Redemption | undefined): Answer {
  if (!found) return { state: 'released', title: '', points: 0, discount: 0, until: '' }
  const { state, title, points, discount, expiresAt } = found
  return { state, title, points, discount, until: toStamp(expiresAt) }
}

function voucherUsed({ usedAt, usedIn }: { usedAt: string; usedIn: string }): Refusal {
  const time = `${usedAt.slice(8, 10)}:${usedAt.slice(10, 12)}`
  const where = usedIn ? ` en ${usedIn}` : ''
  return refuse(
    `Este vale ya se usó el ${shortDate(usedAt)} a las ${time}${where}.`,
    'voucher_used',
  )
}

/** Identifies the fields that a till sent with a reference. */
export const contentHashOf = (fields: readonly (string | number)[]): Buffer =>
  createHash('sha256').update(JSON.stringify(fields)).digest()
