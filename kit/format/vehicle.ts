import { makeName as listedMakeName } from '#contract/reference/vehicleMakes.ts'
import { referenceText } from '#kit/format/referenceLists.ts'

/** The name of a vehicle's make by the server's list; another make is its own name. */
export const makeName = (mark: string): string =>
  referenceText('marks', mark) ?? listedMakeName(mark)

/** A plate in its two groups: `SBA 1234`. */
export const plateText = (plate: string): string => plate.replace(/^([A-Z]{3})(\d+)$/, '$1 $2')

/** Make and plate of a vehicle: `Fiat SBA 1234`. */
export const vehicleName = ({ mark, plate }: { mark: string; plate: string }): string =>
  `${makeName(mark)} ${plateText(plate)}`.trim()
