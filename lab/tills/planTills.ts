import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import { createRandom } from '#db/demo/seededRandom.ts'
import {
  isStored,
  type Member,
  type Message,
  type PlannedItem,
  type PlannedTill,
  type Report,
  RULES,
  type ShiftClose,
} from '#lab/tills/model.ts'
import { PAYMENTS } from '#lab/tills/payments.ts'
import {
  type Planning,
  planContradiction,
  planReversals,
  planSale,
  spendingMembers,
} from '#lab/tills/planItems.ts'
import { REDEMPTIONS, WITH_WRONG_CODE } from '#lab/tills/redemptions.ts'

export const TILLS_PER_STATION = 2
/** A till closes so many shifts a minute, and two at least. */
const SHIFTS_PER_MINUTE = 2

export interface PlanSize {
  stations: number
  minutes: number
  seed: number
  /** How many payments a till asks for: a driver may open few in an hour. */
  payments: number
}

/**
 * All that the tills of a run do; the same seed gives the same plan.
 * @param start of the run, from which the times of the sales count back
 */
export const planTills = (size: PlanSize, members: readonly Member[], start: Date): PlannedTill[] =>
  Array.from({ length: size.stations * TILLS_PER_STATION }, (_, number) => {
    const random = createRandom(size.seed, 'till', number)
    const behaviours: string[] = []
    const isWrong = random.bool(0.3)
    if (isWrong) behaviours.push('relojes en otra hora')
    const clockMs = isWrong ? random.oneOf([-DAY_MS, -HOUR_MS, HOUR_MS, 30 * DAY_MS]) : 0
    const hasCfe = random.bool(0.5)
    const plan = {
      number,
      behaviours,
      random,
      members,
      start,
      hasCfe,
      tickets: new Map<string, number>(),
    }
    const shifts = Math.max(2, Math.round(size.minutes * SHIFTS_PER_MINUTE))
    const seconds = (size.minutes * 60) / shifts
    // The tills of a network do not send at the same moments.
    const first = random.next() / 2
    const steps = Array.from({ length: shifts }, (_, shift) => {
      const messages: Message[] = planShift(plan, `R${shift + 1}`)
      const place = random.integer(0, messages.length - 1)
      messages.splice(place, 0, planRedemption(plan, number * 2 + shift))
      if (shift < size.payments) messages.push(planPayment(plan, number * 2 + shift))
      const at = (place: number) => (shift + first + place / messages.length / 2) * seconds
      return messages.map((message, place) => ({ ...message, at: at(place) }))
    }).flat()
    return { number, clockMs, behaviours, steps }
  })

function planShift(plan: Planning, shift: string): Report[] {
  const { behaviours, random } = plan
  const isLate = random.bool(0.3)
  if (isLate) behaviours.push('turnos de un día tarde')
  const items: PlannedItem[] = []
  const after: PlannedItem[] = []
  for (let count = random.integer(4, 10); count > 0; count -= 1) {
    const sale = planSale(plan, shift, isLate)
    items.push(sale, ...planReversals(plan, sale))
    const wrong = items.at(-1) === sale && planContradiction(plan, sale)
    if (wrong) after.push(wrong)
  }
  const isReordered = random.bool(0.4)
  if (isReordered) behaviours.push('turnos desordenados')
  const sent = items
    .map((item) => ({ item, key: isReordered ? random.next() : 0 }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ item }) => item)
  const isEarly = ({ item, saleKey }: PlannedItem, place: number) =>
    item.kind === 'void' && sent.findIndex(({ key }) => key === saleKey) > place
  behaviours.push(...sent.filter(isEarly).map(() => 'anulaciones antes de su venta'))
  const close = closeOf(shift, items)
  const [isShort, isWrong] = [random.bool(0.25), random.bool(0.05)]
  const isContradicted = (sale: PlannedItem) => after.some(({ saleKey }) => saleKey === sale.key)
  const withheld = isShort
    ? sent.find((one) => one.item.kind === 'sale' && !isContradicted(one))
    : undefined
  const messages: Report[] = []
  const report = (batch: PlannedItem[], repeats = 0.25) =>
    messages.push({ kind: 'report', items: batch, ...planMessage(plan, repeats) })
  const early = sent.filter((item) => item !== withheld)
  while (early.length > 0) report(early.splice(0, random.integer(1, 6)))
  if (after.length > 0) report(after)
  if (random.bool(0.1)) {
    behaviours.push('copias restauradas')
    report(sent.filter((item) => item !== withheld))
  }
  const totals = isWrong ? { ...close, sales: close.sales + 1 } : close
  if (isWrong) behaviours.push('totales de más')
  const ends = (missing: number) =>
    messages.push({
      kind: 'close',
      close: totals,
      finally: isWrong ? 'exception' : 'closed',
      missing,
    })
  if (withheld) {
    behaviours.push('turnos sin una venta')
    ends(Number(isWrong) + 1)
    report([withheld], 0)
  }
  // The shift that was short closes by itself, and a repeated close says so.
  if (!withheld || random.bool(0.5)) ends(Number(isWrong))
  return messages
}

const COURSES = Object.keys(REDEMPTIONS)
/** More would be guesses, which the server limits to 10 of a terminal in 10 minutes. */
const WRONG_CODES_OF_TILL = 6

/** The courses follow each other, so that a short run has all of them. */
function planRedemption({ behaviours, members, random }: Planning, turn: number): Message {
  const wrongCodes = behaviours.filter((name) => WITH_WRONG_CODE.includes(name)).length
  const courses =
    wrongCodes < WRONG_CODES_OF_TILL
      ? COURSES
      : COURSES.filter((name) => !WITH_WRONG_CODE.includes(name))
  const how = courses[turn % courses.length] ?? ''
  behaviours.push(how)
  const { loyaltyCode } = random.oneOf(spendingMembers(members))
  const points = random.integer(1, 9)
  return { kind: 'redeem', how, loyaltyCode, points, patienceMs: random.integer(1, 60) }
}

function planPayment({ behaviours, random }: Planning, turn: number): Message {
  const courses = Object.keys(PAYMENTS)
  const how = courses[turn % courses.length] ?? ''
  behaviours.push(how)
  const amount = random.integer(10_000, 50_000) * 100
  return { kind: 'pay', how, amount, patienceMs: random.integer(1, 60) }
}

/** How a message travels. */
function planMessage({ behaviours, random }: Planning, repeats: number) {
  const repeat = random.bool(repeats) ? random.oneOf(['again', 'atOnce'] as const) : null
  const altered = random.bool(0.15) ? random.oneOf(['body', 'digest'] as const) : null
  const cutAfterMs = random.bool(0.06) ? random.integer(1, 60) : null
  if (repeat) behaviours.push('repeticiones con otro número')
  if (altered) behaviours.push('mensajes alterados')
  if (cutAfterMs !== null) behaviours.push('lotes interrumpidos')
  return { repeat, altered, cutAfterMs }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** The close of the last shift of a station, by its first till, after the closes of all its tills. */
export function planStationClose(tills: readonly PlannedTill[]): Report {
  const steps = tills.flatMap((till) => till.steps)
  const shift = steps.findLast((step) => step.kind === 'close')?.close.shift ?? ''
  const items = steps.flatMap((step) => (step.kind === 'report' ? step.items : []))
  const ofShift = items.filter(({ item }) => item.shift === shift)
  const close = { ...closeOf(shift, ofShift), scope: 'station' as const }
  return { kind: 'close', close, finally: 'closed', missing: 0 }
}

/** The totals that a till counts: each event once. */
function closeOf(shift: string, items: readonly PlannedItem[]): ShiftClose {
  const counted = items.filter(isStored)
  const events = [...new Map(counted.map(({ key, item }) => [key, item])).values()]
  const sales = events.filter((item) => item.kind === 'sale')
  const lines = sales.flatMap((sale) =>
    sale.lines.map((line) => ({ currency: sale.currency, ...line })),
  )
  const count = (kind: string) => events.filter((item) => item.kind === kind).length
  return {
    shift,
    scope: 'terminal',
    sales: sales.length,
    voids: count('void'),
    returns: count('return'),
    amounts: (['858', '840'] as const).map((currency) => ({
      currency,
      amount: sumOf(lines.filter((line) => line.currency === currency).map(({ amount }) => amount)),
    })),
    quantities: (Object.keys(RULES) as (keyof typeof RULES)[]).map((product) => ({
      product,
      millilitres: sumOf(
        lines.filter((line) => line.product === product).map(({ millilitres }) => millilitres),
      ),
    })),
  }
}
