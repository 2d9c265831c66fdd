import { FUELIO_FUELS } from '#contract/entities/car/carFile.ts'
import { folded } from '#db/imports/field.ts'
import { type CarFileBuilder, kindOf } from '#server/car/files/carFile.ts'
import type { Sections } from '#server/car/files/cells.ts'

/** Of a grade that Uruguay does not sell the plain fuel of its energy; AdBlue (216, 217) is none. */
const productOf = (code = '') =>
  Object.entries(FUELIO_FUELS).find(([, one]) => one === code)?.[0] ??
  (/^1\d\d$/.test(code) ? 'super' : /^2(?!1[67])\d\d$/.test(code) ? 'gasoil' : '')

/**
 * A CSV file of Fuelio: one vehicle, newest first. Columns are read by their places, to which newer versions
 * add at the end. Reminders, templates and incomes are no expenses.
 */
export function readFuelio(builder: CarFileBuilder, sections: Sections): void {
  const oldestFirst = (name: string) => {
    const { heading, rows = [] } = sections.get(name) ?? {}
    // Versions without it number the entries of each vehicle anew.
    const guidAt = heading?.cells.indexOf('guid') ?? -1
    return rows.toReversed().map(({ line, cells }) => ({ line, cells, guid: cells[guidAt] }))
  }
  const about = sections.get('vehicle')
  const ofVehicle = (name: string) =>
    about?.rows[0]?.cells[about.heading.cells.findIndex((cell) => folded(cell) === name)]
  const vehicle = builder.vehicle(ofVehicle('name') ?? '', ofVehicle('plate'))
  for (const { line, cells, guid } of oldestFirst('log')) {
    const [datetime, odometer, millilitres, full, amount] = cells
    const [place, note, missed, , code, price] = cells.slice(8)
    const filled = { datetime, odometer, millilitres, full, amount, missed, price }
    const texts = { place, note, product: productOf(code), guid }
    builder.add(line, vehicle, 'fuel', { ...filled, ...texts })
  }
  const names = new Map(
    sections.get('costcategories')?.rows.map(({ cells }) => [cells[0], cells[1]]),
  )
  for (const { line, cells, guid } of oldestFirst('costs')) {
    const [title = '', datetime, odometer, category, note, amount] = cells
    const isReminder = Number(amount) === 0 && Number(cells[8]) === 0
    if (isReminder || cells[11] === '1' || cells[14] === '1') continue
    const kind = names.get(category) ?? ''
    const place = title === kind ? '' : title
    const texts = { datetime, odometer, note, amount, place, guid }
    builder.add(line, vehicle, kindOf(kind || title), texts)
  }
}
