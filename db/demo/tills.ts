import { createHash } from 'node:crypto'
import { HOUR_MS, toDate } from '#contract/dates.ts'
import { PESOS } from '#contract/money.ts'
import { uuidOf } from '#db/core/uuid.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'
import type { Rows } from '#db/demo/demoRows.ts'
import { priceOn } from '#db/demo/programmes.ts'
import type { Sale } from '#db/demo/sales.ts'
import { createRandom } from '#db/demo/seededRandom.ts'
import { type Station, sells } from '#db/demo/stations.ts'

/** Stations of Montevideo whose tills report, and the days of which they did. */
const [STATIONS, DAYS] = [8, 14]
/** Sales of a till in a shift that name no member. */
const PER_SHIFT = 8
/** First and last hour of a shift, by its number. */
const SHIFTS = [
  [0, 13],
  [14, 23],
] as const

type Event = Rows['saleEvent'][number]
export interface Till {
  id: string
  station: Station
}
/** A sale that a till reports, without what follows from its till and instant. */
interface TillSale {
  at: Date
  product: string
  millilitres: number
  unitPrice: number
  amount: number
  /** The purchase of a member. */
  bought?: Sale
  /** What the till knew of a member that was not found. */
  unknown?: Partial<Pick<Event, 'memberCode' | 'memberCard' | 'memberPlate'>>
}

/**
 * Adds tills with the sales of two weeks and of today: those of members at these stations, which they had bought there,
 * and others.
 * @returns the tills
 */
export function addTills(demo: DemoContext, now: Date): Till[] {
  const stations = demo.stations.filter(({ department }) => department === 'MO').slice(0, STATIONS)
  const tills = stations.map((station) => addTill(demo, station, now))
  const first = demo.dates.at(DAYS, 0)
  for (const till of tills) {
    const bought = demo.rows.movement.filter(
      ({ branchCode, at }) => branchCode === till.station.code && at >= first && at < now,
    )
    for (const one of bought) {
      one.postedAt = one.at
      addTillSale(demo, till, {
        at: one.at,
        product: one.product,
        millilitres: one.millilitres,
        unitPrice:
          one.millilitres > 0 ? Math.round((one.amount * 1000) / one.millilitres) : one.amount,
        amount: one.amount,
        bought: one,
      })
    }
    for (let daysAgo = DAYS; daysAgo >= 0; daysAgo -= 1) addOtherSales(demo, till, daysAgo, now)
  }
  return tills
}

function addTill(demo: DemoContext, station: Station, now: Date): Till {
  const id = uuidOf(`demo till ${station.code}`)
  const createdAt = demo.dates.at(60, 9)
  demo.rows.terminal.push({
    id,
    branchCode: station.code,
    name: 'Caja 1',
    createdAt,
    codeHash: createHash('sha256').update(id).digest(),
    codeExpiresAt: demo.dates.at(59, 9),
    enrolledAt: demo.dates.at(60, 10),
    heardAt: now,
    clockSkew: 0,
  })
  return { id, station }
}

/** The sales of a day without a member, those of the future left out. */
function addOtherSales(demo: DemoContext, till: Till, daysAgo: number, now: Date): void {
  const luck = createRandom(demo.seed, 'till', till.station.code, daysAgo)
  const fuels = ['super', 'gasoil', 'premium'].filter((fuel) => sells(till.station, fuel))
  for (const [from, until] of SHIFTS)
    for (let count = 0; count < PER_SHIFT; count += 1) {
      const product = luck.oneOf(fuels)
      const unitPrice = priceOn(demo.prices, product, demo.dates.date(daysAgo))
      const millilitres = luck.integer(12_000, 45_000)
      const at = demo.dates.at(daysAgo, luck.integer(from, until), luck.integer(0, 59), count)
      const amount = Math.round((unitPrice * millilitres) / 1000)
      if (at < now) addTillSale(demo, till, { at, product, millilitres, unitPrice, amount })
    }
}

/** The code of the shift of an instant: `20260907-1` ends at 14, the other one at midnight. */
const shiftAt = (at: Date): string => {
  const hour = new Date(at.getTime() - 3 * HOUR_MS).getUTCHours()
  return `${toDate(at)}-${hour < 14 ? 1 : 2}`
}

/** Adds a sale with one line, and its shift if it is the first one. @returns the sale */
export function addTillSale(demo: DemoContext, { id, station }: Till, sale: TillSale): Event {
  const { at, product, millilitres, unitPrice, amount, bought, unknown } = sale
  const ticket = String(10_000 + demo.rows.saleEvent.length)
  const day = demo.dates.dayOf(at)
  const identity = `ticket:${station.code}:${id}:${day}:${ticket}`
  const points = bought?.points ?? 0
  const event: Event = {
    identity,
    kind: 'sale',
    saleIdentity: identity,
    branchCode: station.code,
    terminalId: id,
    ticket,
    shift: shiftAt(at),
    attendant: '',
    at,
    receivedAt: at,
    state: 'applied',
    currency: PESOS,
    amount,
    payments: [{ means: 'cash', amount }] as Event['payments'],
    loyaltyCode: bought?.loyaltyCode ?? null,
    points,
    contentHash: createHash('sha256').update(identity).digest(),
    ...unknown,
  }
  demo.rows.saleIdentity.push({ identity })
  demo.rows.saleEvent.push(event)
  const rrn = bought?.rrn ?? null
  const line = { identity, number: 1, product, millilitres, unitPrice, amount, rrn, points }
  demo.rows.saleLine.push({ ...line, pointsDue: points })
  return event
}

/** Adds the shifts of the tills' sales: today's last one is open, and two of yesterday were closed with other totals. */
export function addShifts(demo: DemoContext, tills: readonly Till[], now: Date): void {
  const current = shiftAt(now)
  const wrong = [`${toDate(demo.dates.at(1, 12))}-1`, `${toDate(demo.dates.at(1, 12))}-2`]
  const bySale = new Map(demo.rows.saleLine.map((line) => [line.identity, line]))
  for (const [place, { id, station }] of tills.entries()) {
    const own = demo.rows.saleEvent.filter(({ terminalId }) => terminalId === id)
    for (const [code, events] of Map.groupBy(own, ({ shift }) => shift)) {
      const of = { branchCode: station.code, scope: id, code }
      if (code >= current) {
        demo.rows.shift.push({ ...of, state: 'open' })
        continue
      }
      const isWrong = place < 2 && code === wrong[place]
      const amount = events.reduce((sum, event) => sum + (event.amount ?? 0), 0)
      const millilitres: Record<string, number> = {}
      for (const { identity } of events) {
        const line = bySale.get(identity)
        if (line && line.millilitres > 0)
          millilitres[line.product] = (millilitres[line.product] ?? 0) + line.millilitres
      }
      const last = Math.max(...events.map(({ at }) => at.getTime()))
      demo.rows.shift.push({
        ...of,
        state: isWrong ? 'exception' : 'closed',
        // The till counted a sale that it never sent.
        totals: {
          sales: events.length + Number(isWrong),
          voids: 0,
          returns: 0,
          amounts: { [PESOS]: amount + (isWrong ? 153_760 : 0) },
          millilitres,
        },
        closedAt: new Date(last + 5 * 60_000),
      })
    }
  }
}
