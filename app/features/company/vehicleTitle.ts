import type { CompanyVehicle } from '#contract/loyalty/companyStatement.ts'
import { plateText } from '#kit/format/vehicle.ts'

/** The plate of a vehicle, or what stands for purchases without one. */
export const vehicleTitle = ({ plate }: CompanyVehicle): string =>
  plate === '' ? 'Sin matrícula' : plateText(plate)
