import { folded } from '#db/imports/field.ts'
import { type CarFileBuilder, kindOf, productOf } from '#server/car/files/carFile.ts'
import type { Sections } from '#server/car/files/cells.ts'

/** Names of the sections in the languages that are known; others use the English ones. */
const REFUELLING = ['refuelling', 'reabastecimiento', 'abastecimiento']
const SPENT = ['expense', 'gasto', 'despesa', 'service', 'servicio', 'servico']
const VEHICLE = ['vehicle', 'vehiculo', 'veiculo']

/** Where 22 columns have the texts behind the fuels, and where 30 have them, which also name the vehicle. */
const OLD = { place: 19, note: 21, vehicle: -1 }
const NEW = { place: 23, note: 27, vehicle: 29 }

/** The first columns of the three fuels that a row may have; without litres it has no such fuel. */
const FUELS = [2, 7, 12]

/** A CSV file of Drivvo. Headings and yes or no are localised, so that columns are read by their places. */
export function readDrivvo(builder: CarFileBuilder, sections: Sections): void {
  const named = (names: string[]) => names.flatMap((name) => sections.get(name) ?? [])
  for (const { cells } of named(VEHICLE).flatMap(({ rows }) => rows))
    builder.vehicle(cells[0] ?? '', cells[2])
  const vehicleOf = (name = '') =>
    name ? builder.vehicle(name) : (builder.vehicles[0] ?? builder.vehicle(''))
  for (const { heading, rows } of named(REFUELLING)) {
    const places = heading.cells[NEW.place] ? NEW : OLD
    for (const { line, cells } of rows) {
      const [odometer, datetime] = cells
      const [place, note] = [cells[places.place], cells[places.note]]
      for (const first of FUELS) {
        const [fuel, price, amount, millilitres = '', full] = cells.slice(first)
        if (first > 2 && !/[1-9]/.test(millilitres)) continue
        const texts = { datetime, odometer, price, amount, millilitres, full, place, note }
        const product = productOf(fuel)
        builder.add(line, vehicleOf(cells[places.vehicle]), 'fuel', { ...texts, product })
      }
    }
  }
  for (const { heading, rows } of named(SPENT)) {
    const placeOf = (words: RegExp) => heading.cells.findIndex((cell) => words.test(folded(cell)))
    const noted = placeOf(/^(?:note|nota|observa)/)
    const vehicled = placeOf(/^(?:vehic|veic)/)
    for (const { line, cells } of rows) {
      const [odometer, datetime, amount, kind = '', place] = cells
      const texts = { odometer, datetime, amount, place, note: cells[noted] }
      builder.add(line, vehicleOf(cells[vehicled]), kindOf(kind), texts)
    }
  }
}
