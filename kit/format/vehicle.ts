import { makeName } from '#contract/reference/vehicleMakes.ts'

/** A plate in its two groups: `SBA 1234`. */
export const plateText = (plate: string): string => plate.replace(/^([A-Z]{3})(\d+)$/, '$1 $2')

/** Make and plate of a vehicle: `Fiat SBA 1234`. */
export const vehicleName = ({ mark, plate }: { mark: string; plate: string }): string =>
  `${makeName(mark)} ${plateText(plate)}`.trim()
