import * as z from 'zod/mini'
import { VehicleDraft } from '#contract/entities/membershipRequest.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { Stamp } from '#contract/fields/stamp.ts'

/** The largest file of a car log, in bytes: 20,000 entries of Fuelio. */
export const MAX_CAR_FILE_BYTES = 4_000_000
export const CAR_FILE_TOO_LARGE = 'El archivo pesa más de 4 MB: dividilo y traelo por partes.'

/** Fuelio's codes of fuels (Programistyk/FuelioImport), as Uruguay sells them. */
export const FUELIO_FUELS = {
  super: '110',
  premium: '117',
  gasoil: '214',
  gasoilEspecial: '213',
} as const

/** What the first column of a plain CSV file says of a tankful. */
export const TANKFUL = 'Carga'
/** The columns of a plain CSV file in their order, with the headings by which each is found. */
export const PLAIN_COLUMNS = {
  kind: ['Tipo'],
  datetime: ['Fecha'],
  plate: ['Matrícula', 'Auto', 'Vehículo'],
  odometer: ['Kilómetros', 'Km', 'Odómetro', 'Odómetro (km)'],
  product: ['Combustible'],
  millilitres: ['Litros'],
  price: ['Precio por litro', 'Precio'],
  amount: ['Importe', 'Total'],
  currency: ['Moneda'],
  full: ['Tanque lleno', 'Lleno'],
  missed: ['Falta una carga'],
  place: ['Lugar', 'Estación'],
  note: ['Nota', 'Notas'],
  guid: ['Código'],
} as const

const PLATE = 'La matrícula lleva tres letras y tres o cuatro números, o dejala vacía.'
/** The plate of the car that the entries of a file go to; empty for none. */
export const filePlate = () => z.union([z.literal(''), VehicleDraft.shape.plate], PLATE)

/** A vehicle of a file, with what an import does with its entries. */
export const FileVehicle = lazyObject(() => ({
  /** Its name in the file; empty when the file gives none. */
  name: z.string(),
  /** Plate of the car that its entries go to: as the request says, or as it is proposed; empty for none. */
  plate: z.string(),
  /** Number of its entries that can be read. */
  entries: z.int(),
  /** Those of them that the log has already. */
  known: z.int(),
  /** Those that a till reported: purchases of the same day and litres. */
  reported: z.int(),
  /** Entries that an import adds, and odometers that it adds to reported purchases. */
  added: z.int(),
  /** The times of its first entry and its last one, `yyyyMMddHHmmss` in Montevideo. */
  dateFrom: Stamp,
  dateTo: Stamp,
}))
export type FileVehicle = z.infer<typeof FileVehicle>

/** An import of the caller that can be undone. */
export const CarImport = lazyObject(() => ({
  importId: z.string(),
  /** Number of its entries that are still there, with odometers that it added to purchases. */
  entries: z.int(),
  /** The times of its first entry and its last one, `yyyyMMddHHmmss` in Montevideo. */
  dateFrom: Stamp,
  dateTo: Stamp,
}))
export type CarImport = z.infer<typeof CarImport>
