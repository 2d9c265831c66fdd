import * as z from 'zod/mini'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { Stamp } from '#contract/fields/stamp.ts'
import { Cents } from '#contract/money.ts'

/** What a car takes, between full tanks with none missed: sums, and figures that are rounded of them. */
export const Consumption = lazyObject(() => ({
  /** Kilometres between the full tanks. */
  km: z.int(),
  /** Millilitres that they took. */
  millilitres: z.int(),
  /** Millilitres for 100 km: 7,500 are 7.5 l/100 km. */
  millilitresPer100Km: z.int(),
  /** Metres on a litre: 13,333 are 13.3 km/l. */
  metresPerLitre: z.int(),
  /** Cents of pesos for a kilometre; null when a part was not paid in pesos. */
  centsPerKm: z.nullable(z.int()),
}))
export type Consumption = z.infer<typeof Consumption>

/** From one full tank to the next. */
export const Tank = lazyObject(() => ({
  /** `gasoline`, `gasoil`, or the code of another fuel. */
  energy: z.string(),
  /** When it was full before and again, `yyyyMMddHHmmss` in Montevideo. */
  from: Stamp,
  to: Stamp,
  ...Consumption.shape,
  /** Millilitres for 100 km of this and up to four tanks of the same energy before it. */
  movingAverage: z.int(),
}))
export type Tank = z.infer<typeof Tank>

/** Fuel of one grade, station or month, with what the car took in the tanks that are wholly of it. */
export const FuelGroup = lazyObject(() => ({
  /** Code of the fuel, name of the station, or month `yyyyMM`. */
  key: z.string(),
  millilitres: z.int(),
  /** Cents of pesos paid. */
  amount: Cents,
  /** Absent when no tank is wholly of it. */
  consumption: z.optional(Consumption),
}))
export type FuelGroup = z.infer<typeof FuelGroup>

/** A trip from one odometer to another: its share of the tanks that it touches. */
const Trip = lazyObject(() => ({
  km: z.int(),
  /** Kilometres of it that lie between full tanks; what it took is of these. */
  knownKm: z.int(),
  millilitres: z.int(),
  /** Cents of pesos; null when a part was not paid in pesos. */
  amount: z.nullable(Cents),
}))
export type Trip = z.infer<typeof Trip>

/** The figures of one car in a period. A tank belongs to the period in which it is full again. */
export const CarFigures = lazyObject(() => ({
  /** Kilometres from the last odometer before the period, or the first in it, to the last in it; null without two. */
  km: z.nullable(z.int()),
  /** Metres a day between the same; null without two, or within one day. */
  metresPerDay: z.nullable(z.int()),
  /** Fuel of the period; amounts in cents of pesos. */
  fuel: z.object({
    millilitres: z.int(),
    /** Paid, after discounts. */
    amount: Cents,
    discount: Cents,
    /** Given back by law. */
    refund: Cents,
    /** What the points of it are worth at a till. */
    pointsValue: Cents,
  }),
  /** Cents of each kind of expense. */
  expenses: z.array(z.object({ kind: z.string(), amount: Cents })),
  /** Cents of pesos for a kilometre, of fuel and expenses together; null without kilometres. */
  totalCentsPerKm: z.nullable(z.int()),
  /** What the car takes of each energy. */
  consumption: z.array(z.object({ energy: z.string(), ...Consumption.shape })),
  /** The tanks of the period, oldest first. */
  tanks: z.array(Tank),
  byProduct: z.array(FuelGroup),
  byPlace: z.array(FuelGroup),
  byMonth: z.array(FuelGroup),
  /** Absent when the request names no trip. */
  trip: z.optional(Trip),
}))
export type CarFigures = z.infer<typeof CarFigures>
