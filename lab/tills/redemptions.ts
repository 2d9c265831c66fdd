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
  const wrong: WrongAnswer[] = []
  const ends: SentRedemption['ends'] = ['none']
  const sent = { till: till.number, reference, loyaltyCode, points, ends, wrong }
  till.reports.redemptions.push(sent)
  const step = createSteps(till, reference, wrong)
  const reservation = (spendingCode: string) => ({ spendingCode, points, ticket: reference })
  return {
    reserve: (text: string, expects: readonly string[], code: WrongAnswer['code'] = 'T7') =>
      step(reserveRedemption, reservation(text), expects, code),
    /** Without waiting for the answer. */
    reserveFor: (text: string, milliseconds: number) =>
      till.leave(reserveRedemption, { reference, ...reservation(text) }, milliseconds),
    capture: (...expects: string[]) =>
      step(captureRedemption, { ticket: reference }, expects, 'T7'),
    release: (...expects: string[]) => step(releaseRedemption, {}, expects, 'T7'),
    reverse: (...expects: string[]) =>
      step(reverseRedemption, { reason: 'Venta anulada' }, expects, 'T7'),
    useVoucher: (voucher: string, expects: readonly string[]) =>
      step(captureVoucher, { voucher }, expects, 'T8'),
    /** Sets how it has to be after the run. */
    ends(...states: SentRedemption['ends'][number][]) {
      sent.ends = states
    },
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
    one?.ends('captured')
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
    one.ends('captured')
    await one.capture('captured')
  },
  async 'canjes con la respuesta perdida'({ till, taken, patienceMs }) {
    const one = openReference(till, taken)
    one.ends('none', 'released')
    await one.reserveFor(taken.shown.text, patienceMs)
    await one.release('released')
  },
  async 'canjes liberados'(course) {
    const one = await reserved(course)
    one?.ends('released')
    await one?.release('released')
    await one?.capture('redemption_released')
    await one?.release('released')
  },
  async 'canjes anulados'(course) {
    const one = await reserved(course)
    one?.ends('reversed')
    await one?.capture('captured')
    await one?.reverse('reversed')
    await one?.reverse('reversed')
    await one?.capture('redemption_reversed')
  },
  async 'canjes sin terminar'(course) {
    const one = await reserved(course)
    if (!one) return
    one.ends('expired')
    // The rest comes after the end of the reservation.
    course.till.reports.unfinished.push(() => one.capture('redemption_expired'))
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
    const isCaptured = answers[0] === 'captured'
    one?.ends(isCaptured ? 'captured' : 'released')
    await one?.release(isCaptured ? 'redemption_captured' : 'released')
  },
  async 'un código en dos cajas'({ till, other, taken }) {
    const both = [openReference(till, taken), openReference(other, taken)]
    await Promise.all(
      both.map(async (one) => {
        const answer = await one.reserve(taken.shown.text, ['reserved', WRONG_CODE])
        if (answer !== 'reserved') return
        taken.shown.accept(till.reports)
        one.ends('captured')
        await one.capture('captured')
      }),
    )
  },
  async 'códigos usados dos veces'(course) {
    const { other, taken } = course
    const one = await reserved(course)
    if (!one) return
    await openReference(other, taken).reserve(taken.shown.text, [WRONG_CODE], 'T8')
    one.ends('captured')
    await one.capture('captured')
  },
  async 'códigos de hace un minuto'({ till, taken }) {
    await openReference(till, taken).reserve(taken.shown.aMinuteAgo, [WRONG_CODE], 'T8')
  },
  async 'vales usados dos veces'({ till, other, takeVoucher }) {
    const taken = await takeVoucher()
    if (!taken) return
    const one = openReference(till, taken)
    one.ends('captured')
    await one.useVoucher(taken.voucher, ['captured'])
    await one.useVoucher(taken.voucher, ['captured'])
    await openReference(other, taken).useVoucher(taken.voucher, ['voucher_used'])
  },
  async 'un vale en dos cajas'({ till, other, takeVoucher }) {
    const taken = await takeVoucher()
    if (!taken) return
    const both = [openReference(till, taken), openReference(other, taken)]
    const answers = await Promise.all(
      both.map(async (one) => {
        const answer = await one.useVoucher(taken.voucher, ['captured', 'voucher_used'])
        if (answer === 'captured') one.ends('captured')
        return answer
      }),
    )
    const used = answers.filter((answer) => answer === 'captured').length
    if (used !== 1) till.reports.violations.T8.push({ voucher: taken.voucher, used })
  },
}
