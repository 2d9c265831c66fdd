import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CarFigures } from '#contract/entities/car/carFigures.ts'
import { isFuelEntry, type LogEntry } from '#contract/entities/car/logEntry.ts'
import { figuresOf } from '#server/car/figuresOf.ts'
import { aLogEntry } from '#testing/fixtures/entities.ts'

type Line = [date: string, product: string, litres: number, pesos: number, odometer: number | null]

/**
 * A year of one car with two energies, to calculate by hand. Tanks of gasoline: 10,000 to 10,400 km with
 * 30 l; to 10,950 with 20 l of Premium and 25 of Super; none to 12,400, as a fill-up is missing; to 12,900
 * with 36; to 13,650 with 30, without an odometer, and 28; to 14,000 with 24, paid in dollars; to 14,500 with 38. Of
 * gasoil: 12,500 to 13,900 with 45.
 */
const LINES: [...Line, ...flags: ('full' | 'missed' | 'dollars')[]][] = [
  ['20251001', 'super', 40, 3000, 10_000, 'full'],
  ['20251020', 'super', 30, 2250, 10_400, 'full'],
  ['20251110', 'premium', 20, 1700, null],
  ['20251125', 'super', 25, 1900, 10_950, 'full'],
  ['20251215', 'super', 35, 2700, 11_500],
  ['20260105', 'super', 33, 2600, 12_400, 'full', 'missed'],
  ['20260120', 'gasoil', 20, 1100, 12_500, 'full'],
  ['20260201', 'super', 36, 2880, 12_900, 'full'],
  ['20260301', 'toll', 0, 155, null],
  ['20260315', 'super', 30, 2400, null, 'full'],
  ['20260401', 'super', 28, 2240, 13_650, 'full'],
  ['20260510', 'gasoil', 45, 2700, 13_900, 'full'],
  ['20260601', 'super', 24, 30, 14_000, 'full', 'dollars'],
  ['20260801', 'service', 0, 7900, 14_300],
  ['20260901', 'super', 38, 3100, 14_500, 'full'],
]
const CAR_YEAR: LogEntry[] = LINES.map(
  ([date, product, litres, pesos, odometer, ...flags], place) =>
    aLogEntry({
      id: String(place),
      datetime: `${date}120000`,
      kind: litres > 0 ? 'purchase' : product,
      product: litres > 0 ? product : '',
      millilitres: litres * 1000,
      amount: pesos * 100,
      currency: flags.includes('dollars') ? '840' : '858',
      place: product === 'premium' ? 'Tero' : 'Ombú',
      odometer,
      full: flags.includes('full'),
      missed: flags.includes('missed'),
    }),
)

const YEAR = { from: '20251001000000', to: '20260930235959' }
const yearOf = (log: readonly LogEntry[]) => figuresOf(log, YEAR)

describe('the figures of a car', () => {
  const figures = yearOf(CAR_YEAR)

  test('are those of the worked table', () => {
    expect(figures.fuel).toMatchObject({ millilitres: 404_000, amount: 2_857_000 })
    expect(figures.expenses).toEqual([
      { kind: 'service', amount: 790_000 },
      { kind: 'toll', amount: 15_500 },
    ])
    // 14,500 - 10,000 km in 335 days; $ 28,570 of fuel and $ 8,055 of expenses on 4,500 km.
    expect([figures.km, figures.metresPerDay, figures.totalCentsPerKm]).toEqual([4500, 13_433, 814])
    // 400 + 550 + 500 + 750 + 350 + 500 km with 30 + 45 + 36 + 58 + 24 + 38 l.
    expect(figures.consumption).toEqual([
      {
        energy: 'gasoline',
        km: 3050,
        millilitres: 231_000,
        millilitresPer100Km: 7574,
        metresPerLitre: 13_203,
        centsPerKm: null,
      },
      {
        energy: 'gasoil',
        km: 1400,
        millilitres: 45_000,
        millilitresPer100Km: 3214,
        metresPerLitre: 31_111,
        centsPerKm: 193,
      },
    ])
  })

  test('tell each tank, and the moving average of five', () => {
    expect(
      figures.tanks.map((tank) => [
        tank.km,
        tank.millilitresPer100Km,
        tank.movingAverage,
        tank.centsPerKm,
      ]),
    ).toEqual([
      [400, 7500, 7500, 563],
      [550, 8182, 7895, 655],
      [500, 7200, 7655, 576],
      [750, 7733, 7682, 619],
      [1400, 3214, 3214, 193],
      [350, 6857, 7569, null],
      [500, 7600, 7585, 620],
    ])
  })

  test('a grade, a station and a month have the tanks that are wholly theirs', () => {
    const kmOf = (groups: CarFigures['byProduct']) =>
      groups.map(({ key, millilitres, consumption }) => [key, millilitres, consumption?.km])
    expect(kmOf(figures.byProduct)).toEqual([
      ['gasoil', 65_000, 1400],
      ['premium', 20_000, undefined],
      ['super', 319_000, 2500],
    ])
    // Litres of two energies have no common consumption.
    expect(kmOf(figures.byPlace)).toEqual([
      ['Ombú', 384_000, undefined],
      ['Tero', 20_000, undefined],
    ])
    expect(kmOf(figures.byMonth).filter(([, , km]) => km)).toEqual([
      ['202510', 70_000, 400],
      ['202511', 45_000, 550],
      ['202602', 36_000, 500],
      ['202604', 28_000, 750],
      ['202605', 45_000, 1400],
      ['202606', 24_000, 350],
      ['202609', 38_000, 500],
    ])
  })

  test('periods one after the other add up, with a tank in the one in which it is full again', () => {
    const log = CAR_YEAR.filter(({ datetime }) => datetime < '20260301')
    const first = figuresOf(log, { from: YEAR.from, to: '20260228235959' })
    const second = figuresOf(CAR_YEAR, { from: '20260301000000', to: YEAR.to })
    expect((first.km ?? 0) + (second.km ?? 0)).toBe(figures.km)
    expect([...first.tanks, ...second.tanks]).toEqual(figures.tanks)
    expect(first.fuel.amount + second.fuel.amount).toBe(figures.fuel.amount)
  })

  test('a trip takes its share of the tanks that it touches', () => {
    const trip = (from: number, to: number) => figuresOf(CAR_YEAR, YEAR, { from, to }).trip
    // 300/500 of 36 l, 300/750 of 58 l and 600/1400 of 45 l of gasoil.
    expect(trip(12_600, 13_200)).toEqual({
      km: 600,
      knownKm: 600,
      millilitres: 64_086,
      amount: 474_114,
    })
    expect(trip(9_900, 10_200)).toEqual({
      km: 300,
      knownKm: 200,
      millilitres: 15_000,
      amount: 112_500,
    })
    expect(trip(13_800, 13_900)?.amount).toBeNull()
    expect(trip(90_000, 90_100)).toEqual({ km: 100, knownKm: 0, millilitres: 0, amount: 0 })
  })

  test('are none without a second full tank, without distance, or of an empty log', () => {
    const one = aLogEntry({ datetime: '20260101120000', odometer: 500, full: true })
    const same = aLogEntry({ ...one, id: '2', datetime: '20260201120000' })
    for (const log of [[], [one], [one, same], [same, { ...one, odometer: 900 }]]) {
      const { km, metresPerDay, totalCentsPerKm, consumption, tanks } = yearOf(log)
      expect({ km, metresPerDay, totalCentsPerKm, consumption, tanks }).toEqual({
        km: null,
        metresPerDay: null,
        totalCentsPerKm: null,
        consumption: [],
        tanks: [],
      })
    }
  })

  test('of one day have kilometres and none a day; typed entries of a day are ordered by odometer', () => {
    const [till, typed] = [
      aLogEntry({ id: 'a', datetime: '20260101180000', odometer: 500, full: true }),
      aLogEntry({ id: 'b', datetime: '20260101120000', odometer: 900, full: true, kind: 'fuel' }),
    ]
    const { km, metresPerDay, tanks } = yearOf([typed, till])
    expect([km, metresPerDay, tanks.length]).toEqual([400, null, 1])
  })
})

const entries = fc
  .array(
    fc.record({
      day: fc.integer({ min: 1, max: 28 }),
      month: fc.integer({ min: 1, max: 9 }),
      product: fc.constantFrom('super', 'premium', 'gasoil', 'queroseno'),
      millilitres: fc.integer({ min: 2, max: 90_000 }),
      amount: fc.integer({ min: 2, max: 900_000 }),
      odometer: fc.option(fc.integer({ min: 0, max: 9_999_999 })),
      full: fc.boolean(),
      missed: fc.boolean(),
      kind: fc.constantFrom('purchase', 'fuel', 'toll'),
      currency: fc.constantFrom<'858' | '840'>('858', '840'),
    }),
    { maxLength: 30 },
  )
  .map((drawn) =>
    drawn.map(({ day, month, ...fields }, place) =>
      aLogEntry({
        ...fields,
        id: String(place).padStart(3, '0'),
        datetime: `2026${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}120000`,
      }),
    ),
  )

describe('the figures of any log', () => {
  test('do not depend on the order in which its entries arrive', () => {
    fc.assert(
      fc.property(
        entries.chain((log) =>
          fc.tuple(fc.constant(log), fc.shuffledSubarray(log, { minLength: log.length })),
        ),
        ([log, shuffled]) => {
          expect(yearOf(shuffled)).toEqual(yearOf(log))
        },
      ),
    )
  })

  test('stay when a full tank is split into a partial one and the rest', () => {
    fc.assert(
      fc.property(entries, fc.nat(), (log, choice) => {
        const full = log.filter((entry) => entry.full && isFuelEntry(entry))
        const chosen = full[choice % Math.max(1, full.length)]
        if (!chosen) return
        const millilitres = Math.floor(chosen.millilitres / 3)
        const amount = Math.floor(chosen.amount / 2)
        const split = log.flatMap((entry) =>
          entry === chosen
            ? [
                { ...entry, id: `${entry.id}-`, millilitres, amount, full: false },
                {
                  ...entry,
                  missed: false,
                  millilitres: entry.millilitres - millilitres,
                  amount: entry.amount - amount,
                },
              ]
            : [entry],
        )
        // Other entries of its day would have to be told apart by their times.
        if (log.some((one) => one !== chosen && one.datetime === chosen.datetime)) return
        expect(yearOf(split)).toEqual(yearOf(log))
      }),
    )
  })

  test('only lose tanks by another missed fill-up', () => {
    fc.assert(
      fc.property(entries, fc.nat(), (log, choice) => {
        const missed = log.map((entry, place) =>
          place === choice % log.length ? { ...entry, missed: true } : entry,
        )
        const told = ({ tanks }: CarFigures) => tanks.map(({ from, to, km }) => [from, to, km])
        expect(told(yearOf(log))).toEqual(expect.arrayContaining(told(yearOf(missed))))
      }),
    )
  })

  test('of 20,000 entries at as many places are ready in seconds', () => {
    const log = Array.from({ length: 20_000 }, (_, place) => {
      const day = new Date(Date.UTC(1990, 0, 1 + place)).toISOString().slice(0, 10)
      const datetime = `${day.replaceAll('-', '')}120000`
      return aLogEntry({ id: String(place), datetime, odometer: place * 9, full: true, place: day })
    })
    const period = { from: '19900101000000', to: '20991231000000' }
    const started = performance.now()
    const { tanks, trip } = figuresOf(log, period, { from: 5, to: 179_000 })
    expect([tanks.length, trip?.knownKm]).toEqual([19_999, 178_995])
    expect(performance.now() - started).toBeLessThan(8_000)
  })

  test('are finite, and a consumption is of kilometres and litres', () => {
    fc.assert(
      fc.property(entries, (log) => {
        const text = JSON.stringify(figuresOf(log, YEAR, { from: 0, to: 9_999_999 }), (_, value) =>
          typeof value === 'number' && !Number.isSafeInteger(value)
            ? 'no integer'
            : (value as unknown),
        )
        expect(text).not.toContain('no integer')
        for (const tank of yearOf(log).tanks) {
          expect(tank.km).toBeGreaterThan(0)
          expect(tank.millilitres).toBeGreaterThan(0)
        }
      }),
    )
  })
})
