import { captureRedemption } from '#contract/station/captureRedemption.ts'
import { captureVoucher } from '#contract/station/captureVoucher.ts'
import { releaseRedemption } from '#contract/station/releaseRedemption.ts'
import { reserveRedemption } from '#contract/station/reserveRedemption.ts'
import { reverseRedemption } from '#contract/station/reverseRedemption.ts'
import type { ShownCode } from '#lab/tills/driversCodes.ts'
import type { SentRedemption, WrongAnswer } from '#lab/tills/reports.ts'
import { createSteps } from '#lab/tills/steps.ts'
import type { Till } from '#lab/tills/till.ts'

/** Points that a till takes. */
type Taken = Pick<SentRedemption, 'loyaltyCode' | 'points'>
/** What a course of redemptions is done with. */
export interface Course {
  till: Till
  /** The till beside it. */
  other: Till
  /** Points of a member, and the code that the member's app shows. */
  taken: Taken & { shown: ShownCode }
  /** After how many milliseconds the till stops waiting for an answer. */
  patienceMs: number
  /** Takes a voucher in a driver's app; undefined when no driver can. */
  takeVoucher: () => Promise<(Taken & { voucher: string }) | undefined>
}

const WRONG_CODE = 'wrong_spending_code'

/** The calls of a new reference of a till; an answer that is not expected is recorded. */
function openReference(till: Till, { loyaltyCode, points }: Taken) {
  const reference = till.reports.nextReference('C')
  const sent: SentRedemption = {
    till: till.number,
    reference,
    loyaltyCode,
    points,
    told: [],
    isLeft: false,
    wrong: [],
  }
  till.reports.redemptions.push(sent)
  const step = createSteps(till, sent)
  const reservation = (spendingCode: string) => ({ spendingCode, points, ticket: reference })
  return {
    reserve: (text: string, expects: readonly string[], code: WrongAnswer['code'] = 'T7') =>
      step(reserveRedemption, reservation(text), expects, code),
    /** Without waiting for the answer. */
    async reserveFor(text: string, milliseconds: number) {
      sent.isLeft = true
      await till.leave(reserveRedemption, { reference, ...reservation(text) }, milliseconds)
    },
    capture: (...expects: string[]) =>
      step(captureRedemption, { ticket: reference }, expects, 'T7'),
    release: (...expects: string[]) => step(releaseRedemption, {}, expects, 'T7'),
    reverse: (...expects: string[]) =>
      step(reverseRedemption, { reason: 'Venta anulada' }, expects, 'T7'),
    useVoucher: (voucher: string, expects: readonly string[]) =>
      step(captureVoucher, { voucher }, expects, 'T8'),
  }
}

/** A reservation of the till; undefined when its code was too old on its arrival. */
async function reserved({ till, taken }: Course) {
  const { shown } = taken
  const one = openReference(till, taken)
  // A bad network delays a message for longer than its code is valid.
  const answer = await one.reserve(shown.text, ['reserved', WRONG_CODE])
  if (answer !== 'reserved') return shown.checkLate(till.reports, answer)
  return one
}

/** The courses with a code that is refused, whatever else happens. */
export const WITH_WRONG_CODE = [
  'un código en dos cajas',
  'códigos usados dos veces',
  'códigos de hace un minuto',
]

/** The courses of redemptions, by their names in the report. */
export const REDEMPTIONS: Record<string, (course: Course) => Promise<unknown>> = {
  async 'canjes usados'(course) {
    const one = await reserved(course)
    await one?.capture('captured')
    await one?.release('redemption_captured')
    await one?.capture('captured')
  },
  async 'canjes de una caja reiniciada'(course) {
    const { till, taken, patienceMs } = course
    const one = openReference(till, taken)
    await one.reserveFor(taken.shown.text, patienceMs)
    const answer = await one.reserve(taken.shown.text, ['reserved', WRONG_CODE])
    if (answer !== 'reserved') {
      taken.shown.checkLate(till.reports, answer)
      return
    }
    await one.reserve(taken.shown.text, ['reserved'])
    await one.capture('captured')
  },
  async 'canjes con la respuesta perdida'({ till, taken, patienceMs }) {
    const one = openReference(till, taken)
    await one.reserveFor(taken.shown.text, patienceMs)
    await one.release('released')
  },
  async 'canjes liberados'(course) {
    const one = await reserved(course)
    await one?.release('released')
    await one?.capture('redemption_released')
    await one?.release('released')
  },
  async 'canjes anulados'(course) {
    const one = await reserved(course)
    await one?.capture('captured')
    await one?.reverse('reversed')
    await one?.reverse('reversed')
    await one?.capture('redemption_reversed')
  },
  async 'canjes sin terminar'(course) {
    const one = await reserved(course)
    // The rest comes after the end of the reservation.
    course.till.reports.unfinished.push(async () => one?.capture('redemption_expired'))
  },
  async 'liberaciones antes de su canje'({ till, taken }) {
    const one = openReference(till, taken)
    await one.release('released')
    await one.reserve(taken.shown.text, ['redemption_released'])
  },
  async 'capturas contra liberaciones'(course) {
    const one = await reserved(course)
    const answers = await Promise.all([
      one?.capture('captured', 'redemption_released'),
      one?.release('released', 'redemption_captured'),
    ])
    await one?.release(answers[0] === 'captured' ? 'redemption_captured' : 'released')
  },
  async 'un código en dos cajas'({ till, other, taken }) {
    const both = [openReference(till, taken), openReference(other, taken)]
    await Promise.all(
      both.map(async (one) => {
        const answer = await one.reserve(taken.shown.text, ['reserved', WRONG_CODE])
        if (answer === 'reserved') await one.capture('captured')
      }),
    )
  },
  async 'códigos usados dos veces'(course) {
    const { other, taken } = course
    const one = await reserved(course)
    if (!one) return
    await openReference(other, taken).reserve(taken.shown.text, [WRONG_CODE], 'T8')
    await one.capture('captured')
  },
  async 'códigos de hace un minuto'({ till, taken }) {
    await openReference(till, taken).reserve(taken.shown.aMinuteAgo, [WRONG_CODE], 'T8')
  },
  async 'vales usados dos veces'({ till, other, takeVoucher }) {
    const taken = await takeVoucher()
    if (!taken) return
    const one = openReference(till, taken)
    await one.useVoucher(taken.voucher, ['captured'])
    await one.useVoucher(taken.voucher, ['captured'])
    await openReference(other, taken).useVoucher(taken.voucher, ['voucher_used'])
  },
  async 'un vale en dos cajas'({ till, other, takeVoucher }) {
    const taken = await takeVoucher()
    if (!taken) return
    const both = [openReference(till, taken), openReference(other, taken)]
    const answers = await Promise.all(
      both.map((one) => one.useVoucher(taken.voucher, ['captured', 'voucher_used'])),
    )
    const used = answers.filter((answer) => answer === 'captured').length
    if (used !== 1) till.reports.violations.T8.push({ voucher: taken.voucher, used })
  },
}
