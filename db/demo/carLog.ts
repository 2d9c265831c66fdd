import type { TypedKind } from '#contract/entities/car/logEntry.ts'
import { uuidOf } from '#db/core/uuid.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'
import type { Customer, Person } from '#db/demo/members.ts'
import type { Sale } from '#db/demo/sales.ts'
import { createRandom } from '#db/demo/seededRandom.ts'

/** What the car costs besides fuel: days ago, kind, pesos and place. */
const EXPENSES: [daysAgo: number, kind: TypedKind, pesos: number, place: string][] = [
  [330, 'insurance', 18_400, 'BSE'],
  [301, 'toll', 155, 'Ruta 1'],
  [240, 'service', 7_900, 'Taller Andrade'],
  [176, 'patente', 12_350, 'Intendencia de Montevideo'],
  [150, 'tyres', 21_600, 'Gomería del Prado'],
  [64, 'toll', 155, 'Ruta Interbalnearia'],
  [37, 'fine', 6_200, 'Intendencia de Canelones'],
  [12, 'service', 9_450, 'Taller Andrade'],
]

/** Adds a year of a car's log: an odometer at most fill-ups, two of three to the full, and expenses. */
export function addCarLog(
  demo: DemoContext,
  { id: personId }: Person,
  { plate, fuel }: Customer['vehicle'],
  sales: readonly Sale[],
): void {
  const luck = createRandom(demo.seed, 'car', plate)
  const year = demo.dates.at(365, 0, 0)
  let metres = 31_400_000
  for (const { rrn, at, product, millilitres } of sales) {
    if (product !== fuel || at < year) continue
    // 11.5 to 13.5 km on a litre.
    metres += Math.round((millilitres * luck.integer(115, 135)) / 10)
    if (luck.bool(0.15)) continue
    demo.rows.carEntry.push({
      id: uuidOf(`demo car ${rrn}`),
      personId,
      rrn,
      kind: 'purchase',
      plate: '',
      at,
      odometer: Math.round(metres / 1000),
      full: luck.bool(0.65),
      missed: false,
      note: '',
    })
  }
  for (const [daysAgo, kind, pesos, place] of EXPENSES)
    demo.rows.carEntry.push({
      id: uuidOf(`demo car ${kind} ${daysAgo}`),
      personId,
      kind,
      plate,
      at: demo.dates.at(daysAgo, 12, 0),
      odometer: null,
      full: false,
      missed: false,
      note: '',
      amount: pesos * 100,
      place,
    })
}
