import { DAY_MS } from '#contract/dates.ts'
import type { ReportedSale } from '#contract/entities/reportedItem.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import {
  keyOf,
  localTime,
  type Member,
  type PlannedItem,
  RULES,
  voidKey,
} from '#lab/tills/model.ts'
import { reportedSale, returnOf, voidOf } from '#testing/fixtures/reportedItems.ts'
import type { Payer } from '#testing/harness/population.ts'

/** What the plan of a till goes on from. */
export interface Planning {
  /** Its number in the network, from 0. */
  number: number
  /** What happens to it, by name: for the report. */
  behaviours: string[]
  random: SeededRandom
  members: readonly Member[]
  start: Date
  hasCfe: boolean
  /** The last ticket of each day: a day begins with ticket 1, at every till of a station. */
  tickets: Map<string, number>
}

/** A few members buy much, at many tills at once. */
export const busyMembers = (members: readonly Member[]): readonly Member[] =>
  members.slice(0, Math.ceil(members.length / 20))

/** Those who spend at tills: the busy ones spend all their points otherwise. */
export const spendingMembers = (members: readonly Member[]): readonly Member[] =>
  members.slice(busyMembers(members).length)

/** The people of the members who spend at tills. */
export function spendingPayers(members: readonly Member[], payers: readonly Payer[]) {
  const owners = new Map(payers.map((payer) => [payer.loyaltyCode, payer]))
  return spendingMembers(members).flatMap((member) => {
    const payer = owners.get(member.loyaltyCode)
    return payer ? [{ ...payer, member }] : []
  })
}

function nextTicket({ tickets }: Planning, datetime: string): string {
  const day = datetime.slice(0, 10)
  const next = (tickets.get(day) ?? 0) + 1
  tickets.set(day, next)
  return String(next)
}

const LETTERS = 26
/** A series of the till's own; the day of the month and the ticket are the number. */
const cfeOf = ({ number }: Planning, type: 101 | 102, datetime: string, ticket: string) => ({
  rut: '211234560019',
  type,
  series: [Math.floor(number / LETTERS) % LETTERS, number % LETTERS]
    .map((letter) => String.fromCharCode('A'.charCodeAt(0) + letter))
    .join(''),
  number: Number(datetime.slice(8, 10)) * 100_000 + Number(ticket),
})

/** A sale of today or of the day before, with a member or without. */
export function planSale(
  plan: Planning,
  shift: string,
  isLate: boolean,
): PlannedItem & { item: ReportedSale } {
  const { number, random, start, hasCfe, members } = plan
  const ago = (isLate ? DAY_MS : 0) + random.integer(10, 3 * 3600) * 1000
  const datetime = localTime(new Date(start.getTime() - ago))
  const ticket = nextTicket(plan, datetime)
  const product = random.oneOf(['super', 'gasoil'] as const)
  const unitPrice = RULES[product].price
  const millilitres = random.integer(1_000, 60_000)
  const fuel = { product, millilitres, unitPrice, amount: priceOf(millilitres, unitPrice) }
  const { price } = RULES.store
  const food = { product: 'store' as const, millilitres: 0, unitPrice: price, amount: price }
  const lines = random.bool(0.2) ? [fuel, food] : [fuel]
  const amount = lines.reduce((sum, line) => sum + line.amount, 0)
  const means = random.oneOf(['cash', 'debit', 'credit', 'account'] as const)
  const known = random.oneOf(random.bool(0.5) ? busyMembers(members) : members)
  const by = random.oneOf(['loyaltyCode', 'cardNumber', 'plate', 'nothing', 'unknown'] as const)
  const member = by === 'nothing' || by === 'unknown' ? null : known
  const names = { loyaltyCode: '', cardNumber: '', plate: by === 'unknown' ? 'ZZZ9999' : '' }
  if (member && by !== 'nothing' && by !== 'unknown') names[by] = member[by]
  const item = reportedSale(ticket, 0, {
    ...(hasCfe ? { cfe: cfeOf(plan, 101, datetime, ticket) } : {}),
    shift,
    attendant: String(random.integer(1, 9)),
    datetime,
    lines,
    currency: random.bool(0.1) ? '840' : '858',
    payments: [{ means, amount, rrn: '', lastFour: '' }],
    ...names,
  })
  const key = keyOf(number, item)
  return { key, saleKey: key, item, member, expects: member ? 'accepted' : 'unmatched' }
}

const priceOf = (millilitres: number, unitPrice: number) =>
  Math.round((millilitres * unitPrice) / 1000)
const later = ({ datetime }: ReportedSale, seconds: number) =>
  localTime(new Date(Date.parse(datetime) + seconds * 1000))

/** The returns and the void of a sale; a void is repeated with another time, as a controller does. */
export function planReversals(
  plan: Planning,
  { key, item: sale }: { key: string; item: ReportedSale },
): PlannedItem[] {
  const { behaviours, random } = plan
  const planned: PlannedItem[] = []
  const { unitPrice = 0, ...line } = sale.lines[0] ?? { millilitres: 0 }
  let rest = line.millilitres
  for (let count = random.oneOf([0, 0, 0, 0, 0, 1, 1, 2]); count > 0; count -= 1) {
    const millilitres = random.integer(1, Math.floor(rest / 2))
    rest -= millilitres
    planned.push(planReturn(plan, sale, millilitres, Math.floor((millilitres * unitPrice) / 1000)))
    behaviours.push('devoluciones en parte')
  }
  if (random.bool(0.2)) {
    const { attendant } = sale
    const voided = (seconds: number): PlannedItem => {
      const item = voidOf(sale, { attendant, datetime: later(sale, seconds) })
      return { key: voidKey(key), saleKey: key, item, member: null, expects: 'accepted' }
    }
    planned.push(voided(5))
    if (random.bool(0.4)) planned.push(voided(7))
    behaviours.push('anulaciones')
  }
  return planned
}

function planReturn(
  plan: Planning,
  sale: ReportedSale,
  millilitres: number,
  amount: number,
): PlannedItem {
  const { attendant } = sale
  const datetime = later(sale, 2)
  const ticket = nextTicket(plan, datetime)
  const item = returnOf(sale, ticket, 0, {
    ...(sale.cfe ? { cfe: cfeOf(plan, 102, datetime, ticket) } : {}),
    attendant,
    datetime,
    lines: [{ line: 1, millilitres, amount }],
  })
  const [key, saleKey] = [item, sale].map((one) => keyOf(plan.number, one)) as [string, string]
  return { key, saleKey, item, member: null, expects: 'accepted' }
}

/** The same sale with other content, or a return of more than it, once the sale was answered. */
export function planContradiction(
  plan: Planning,
  { key, item: sale }: { key: string; item: ReportedSale },
): PlannedItem | null {
  const { behaviours, random } = plan
  const kind = random.next()
  if (kind < 0.1) {
    behaviours.push('conflictos')
    const item = { ...sale, attendant: '10' }
    return { key, saleKey: key, item, member: null, expects: 'conflict' }
  }
  if (kind > 0.2) return null
  behaviours.push('devoluciones de más')
  const [line] = sale.lines
  const more = planReturn(plan, sale, (line?.millilitres ?? 0) + 1, line?.amount ?? 0)
  return { ...more, expects: 'rejected' }
}
