import { signedPointsText } from '#app/features/movements/movementFormat.ts'
import { lastDay } from '#app/features/rewards/voucherState.ts'
import { shortDate } from '#contract/dates.ts'
import type { Redemption } from '#contract/entities/redemption.ts'
import { timeOfDay } from '#kit/format/dates.ts'

const isGivenBack = ({ state }: Redemption): boolean => state !== 'reserved' && state !== 'captured'

/** The points that a redemption costs: none when they were given back. */
export const pointsSpent = (redemption: Redemption): number =>
  isGivenBack(redemption) ? 0 : -redemption.points

export function redemptionText(redemption: Redemption): string {
  const { kind, state, until, endedAt, points } = redemption
  const back = `${signedPointsText(points)}, el ${shortDate(endedAt)}`
  const isVoucher = kind === 'voucher'
  return {
    reserved: isVoucher
      ? `Vale para usar hasta el ${lastDay(redemption)}.`
      : `Reservados en la caja hasta las ${timeOfDay(until)}.`,
    captured: isVoucher ? `Usaste el vale el ${shortDate(endedAt)}.` : 'Los usaste en la caja.',
    released: `${isVoucher ? 'Devolviste el vale' : 'La caja no los usó'}: ${back}.`,
    expired: `${isVoucher ? 'El vale venció' : 'La caja no terminó el canje'}: ${back}.`,
    reversed: `La estación anuló el canje: ${back}.`,
  }[state]
}

/** Purchases and redemptions in one list, the newest first as both are; each keeps its order. */
export function newestFirst<Movement extends { datetime: string }>(
  page: { movements: readonly Movement[]; redemptions?: readonly Redemption[] | undefined } = {
    movements: [],
  },
): (Movement | Redemption)[] {
  const { movements, redemptions = [] } = page
  const waiting = [...redemptions]
  const until = (datetime: string) => {
    const later = waiting.findIndex((one) => one.datetime <= datetime)
    return waiting.splice(0, later < 0 ? waiting.length : later)
  }
  return [...movements.flatMap((movement) => [...until(movement.datetime), movement]), ...waiting]
}

export const isRedemption = (entry: object): entry is Redemption => 'until' in entry
