import type { PaymentRequestState } from '#contract/entities/paymentRequest.ts'
import { cancelPayment } from '#contract/station/cancelPayment.ts'
import { heartbeat } from '#contract/station/heartbeat.ts'
import { paymentStatus } from '#contract/station/paymentStatus.ts'
import { requestPayment } from '#contract/station/requestPayment.ts'
import { voidPayment } from '#contract/station/voidPayment.ts'
import type { Payer } from '#lab/tills/drivers.ts'
import { keyOf, localTime } from '#lab/tills/model.ts'
import type { SentPayment } from '#lab/tills/reports.ts'
import { createSteps } from '#lab/tills/steps.ts'
import type { Till } from '#lab/tills/till.ts'
import { reportedSale } from '#testing/fixtures/reportedItems.ts'

/** What a course of payments is done with. */
export interface PaymentCourse {
  till: Till
  payers: readonly [Payer, Payer]
  /** Cents. */
  amount: number
  /** After how many milliseconds the till stops waiting for an answer. */
  patienceMs: number
}

/** Asks for a payment, without waiting for the answer, and again. */
async function openPayment({ till, amount, patienceMs }: PaymentCourse) {
  const { network, reports } = till
  const reference = reports.nextReference('P')
  const sent: SentPayment = {
    till: till.number,
    reference,
    told: [],
    driversTold: [],
    isSold: false,
    wrong: [],
  }
  reports.payments.push(sent)
  const line = { product: 'store' as const, millilitres: 0, unitPrice: amount, amount }
  const fields = { reference, ticket: reference, lines: [line], amount }
  await till.leave(requestPayment, fields, patienceMs)
  const { code, rrn } = (await till.call(requestPayment, fields)).payment
  const step = createSteps(till, sent)
  return {
    sent,
    code,
    /** The state now, of which the till acknowledges nothing. */
    status: (...expects: string[]) => step(paymentStatus, {}, expects, 'T14'),
    /** Asks until the payment is over; the last question acknowledges the state. */
    async outcome(...expects: PaymentRequestState[]) {
      let known: PaymentRequestState = 'waiting'
      await network.until(async () => {
        const question = { reference, known, wait: network.heldSeconds }
        known = (await till.call(paymentStatus, question)).payment.state
        return known !== 'waiting' && known !== 'voiding' ? known : undefined
      })
      await step(paymentStatus, { known }, expects, 'T13')
    },
    cancel: (...expects: string[]) => step(cancelPayment, {}, expects, 'T13'),
    void: (...expects: string[]) => step(voidPayment, { reason: 'Venta anulada' }, expects, 'T13'),
    /** Drivers open its page at once and pay on it, if they get one. @returns how many got one */
    async payBy(...payers: Payer[]) {
      const pages = await Promise.all(payers.map((payer) => payer.open(code)))
      const charged = await Promise.all(pages.map(async (page) => await page?.pay()))
      sent.driversTold.push(...charged.flatMap((state) => state ?? []))
      return pages.filter((page) => page !== undefined).length
    },
    /** T14: the till asks for no state, and is told of it by a heartbeat until it acknowledges that. */
    async hear(...expects: PaymentRequestState[]) {
      const told = async (acknowledged: { reference: string; state: PaymentRequestState }[]) =>
        (await till.call(heartbeat, { acknowledged })).payments.find(
          (one) => one.reference === reference,
        )?.state
      const state = await network.until(() => told([]))
      const again = await told([])
      const after = state && (await told([{ reference, state }]))
      sent.told.push(state ?? 'nothing')
      if (state && expects.includes(state) && again === state && !after) return
      const got = [state, again, after].join()
      sent.wrong.push({ code: 'T14', call: 'heartbeat', expects, got })
    },
    /** Reports its sale, which belongs to the payment and gives the payer the points. */
    async sell({ member }: Payer, by: 'rrn' | 'reference') {
      const isNumber = by === 'rrn'
      const item = reportedSale(reference, 0, {
        shift: 'COBROS',
        datetime: localTime(new Date(network.now())),
        lines: [line],
        payments: [{ means: 'other', amount, rrn: isNumber ? rrn : '', lastFour: '' }],
        ...(isNumber ? {} : { paymentReference: reference }),
      })
      const key = keyOf(till.number, item)
      const items = [{ key, saleKey: key, item, member, expects: 'accepted' as const }]
      await till.take({ kind: 'report', items, repeat: 'again', altered: null, cutAfterMs: null })
      sent.isSold = true
    },
  }
}

/** A payment that one driver paid and whose till knows it. */
async function paid(course: PaymentCourse) {
  const one = await openPayment(course)
  await one.payBy(course.payers[0])
  await one.outcome('paid')
  return one
}

/** The courses of payments, by their names in the report. */
export const PAYMENTS: Record<string, (course: PaymentCourse) => Promise<unknown>> = {
  async 'cobros pagos'(course) {
    const [payer] = course.payers
    const one = await openPayment(course)
    const page = await payer.open(one.code)
    // An open page is no outcome.
    await one.status('waiting')
    one.sent.driversTold.push((await page?.pay()) ?? '')
    await one.outcome('paid')
    await one.cancel('paid')
    await one.sell(payer, 'rrn')
  },
  async 'cobros de dos conductores'(course) {
    const one = await openPayment(course)
    const pages = await one.payBy(...course.payers)
    await one.outcome('paid')
    const more = await one.payBy(...course.payers)
    if (pages !== 1 || more !== 0)
      one.sent.wrong.push({ code: 'T13', call: 'pages', expects: ['1,0'], got: `${pages},${more}` })
  },
  async 'cobros con el teléfono apagado'(course) {
    const [payer] = course.payers
    const one = await openPayment(course)
    const page = await payer.open(one.code)
    await page?.charge()
    await one.outcome('paid')
    await one.sell(payer, 'reference')
  },
  async 'cobros de cajas apagadas'(course) {
    const one = await openPayment(course)
    await one.payBy(course.payers[0])
    await one.hear('paid')
  },
  async 'cobros cancelados con la página abierta'(course) {
    const one = await openPayment(course)
    const page = await course.payers[0].open(one.code)
    await one.cancel('cancelled')
    await page?.charge()
    await one.cancel('cancelled')
    await one.outcome('cancelled')
  },
  async 'cancelaciones contra pagos'(course) {
    const one = await openPayment(course)
    const page = await course.payers[0].open(one.code)
    const [state, charged] = await Promise.all([one.cancel('cancelled', 'paid'), page?.pay()])
    one.sent.driversTold.push(charged ?? '')
    await one.outcome(state === 'paid' ? 'paid' : 'cancelled')
  },
  async 'cobros anulados'(course) {
    const one = await paid(course)
    await one.void('voided', 'voiding')
    await one.outcome('voided')
    await one.void('voided')
  },
  async 'anulaciones después del cierre'(course) {
    const one = await paid(course)
    const { reports } = course.till
    reports.ofYesterday.push(one.sent.reference)
    reports.unfinished.push(() => one.void('day_closed'))
  },
  async 'cobros vencidos'(course) {
    const one = await openPayment(course)
    const page = await course.payers[0].open(one.code)
    course.till.reports.unfinished.push(async () => {
      await page?.charge()
      await one.hear('expired')
      await one.void('not_paid')
    })
  },
}
