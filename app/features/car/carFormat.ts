import type { CarFigures, Consumption } from '#contract/entities/car/carFigures.ts'
import type { Car, LogEntry } from '#contract/entities/car/logEntry.ts'
import type { CarReminder } from '#contract/entities/car/reminder.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { longDate, longMonth, shortMonth } from '#kit/format/dates.ts'
import { litres, money, points, pricePerLitre, roundLitres } from '#kit/format/numbers.ts'
import { vehicleName } from '#kit/format/vehicle.ts'

export const km = (count: number): string => `${points(count)}\u00A0km`
/** Millilitres for 100 km as `8,1 l/100 km`. */
export const per100Km = (millilitres: number): string => `${roundLitres(millilitres)}/100\u00A0km`
/** Metres on a litre as `12,4 km/l`. */
const perLitre = (metres: number) =>
  `${String(Math.round(metres / 100) / 10).replace('.', ',')}\u00A0km/l`
const centsPerKm = (cents: number | null) => (cents === null ? '' : `${money(cents)} por km`)

export const consumptionText = (taken: Consumption): string =>
  [
    per100Km(taken.millilitresPer100Km),
    perLitre(taken.metresPerLitre),
    centsPerKm(taken.centsPerKm),
  ]
    .filter(Boolean)
    .join(' · ')

const ENERGIES: Record<string, string> = { gasoline: 'Nafta', gasoil: 'Gasoil' }
/** The name of a fuel; an imported tankful may be of one that is not known. */
export const fuelName = (code: string): string => productName(code) || 'Otro combustible'
const energyName = (energy: string): string => ENERGIES[energy] ?? fuelName(energy)

export const carName = (car: Pick<Car, 'mark' | 'plate' | 'entries'>): string =>
  car.plate === '' ? `Cargas sin matrícula (${car.entries})` : vehicleName(car)

/** The figures of a period, each with its name and what it is made of. */
export function figureTexts(
  figures: CarFigures,
): { name: string; value: string; detail: string }[] {
  const { fuel, consumption, expenses, metresPerDay, totalCentsPerKm } = figures
  const spent = fuel.amount + expenses.reduce((sum, { amount }) => sum + amount, 0)
  const saved = fuel.discount + fuel.refund
  return [
    ...consumption.map((taken) => ({
      name: consumption.length > 1 ? `Consumo de ${energyName(taken.energy)}` : 'Consumo',
      value: per100Km(taken.millilitresPer100Km),
      detail: [perLitre(taken.metresPerLitre), `en ${km(taken.km)}`].join(' · '),
    })),
    {
      name: 'Gastaste',
      value: money(spent),
      detail:
        spent > fuel.amount ? `${money(fuel.amount)} en combustible` : litres(fuel.millilitres),
    },
    {
      name: 'Por kilómetro',
      value: totalCentsPerKm === null ? '—' : money(totalCentsPerKm),
      detail: totalCentsPerKm === null ? 'Faltan kilómetros' : 'con todos los gastos',
    },
    {
      name: 'Recorriste',
      value: figures.km === null ? '—' : km(figures.km),
      detail: metresPerDay === null ? '' : `${km(Math.round(metresPerDay / 1000))} por día`,
    },
    {
      name: 'Sin descuentos',
      value: money(spent + saved),
      detail: `Ahorraste ${money(saved)}`,
    },
    {
      name: 'Menos tus puntos',
      value: money(Math.max(0, spent - fuel.pointsValue)),
      detail: `Sumaste ${money(fuel.pointsValue)}`,
    },
  ]
}

/** Litres for 100 km by the month in which the tank was full again; null without any. */
export function consumptionChart({ byMonth }: CarFigures) {
  if (!byMonth.some(({ consumption }) => consumption)) return null
  return {
    series: ['Consumo'],
    bars: byMonth.map(({ key, consumption }) => ({
      label: shortMonth(key),
      name: longMonth(key),
      values: [consumption?.millilitresPer100Km ?? 0],
    })),
  }
}

/** The price at the pump of an entry of fuel; empty for an expense. */
export const pumpPriceText = ({ amount, discount, millilitres, currency }: LogEntry): string =>
  millilitres > 0 && currency === '858'
    ? pricePerLitre(Math.round(((amount + discount) * 1000) / millilitres))
    : ''

/** When a reminder is due: `7 de setiembre de 2026, o a los 60.000 km`. */
export function dueText({ dueDate, dueOdometer, expected }: CarReminder): string {
  const reached = dueOdometer ? `${dueDate ? ', o a' : 'A'} los ${km(dueOdometer)}` : ''
  const byLog = expected !== null && expected !== dueDate
  const hint = byLog ? `: según tu libreta, hacia el ${longDate(expected)}` : ''
  return `${dueDate ? longDate(dueDate) : ''}${reached}${hint}`
}
