import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import {
  CAR_FILE_TOO_LARGE,
  FileVehicle,
  filePlate,
  MAX_CAR_FILE_BYTES,
} from '#contract/entities/car/carFile.ts'
import { USER } from '#contract/roles.ts'

const FILE = 'Elegí un archivo.'
const PLATES = 'Elegí la matrícula de cada auto del archivo.'
const MAX_TEXT = Math.ceil(MAX_CAR_FILE_BYTES / 3) * 4

/**
 * Imports a car log from a file of Fuelio or Drivvo, or a CSV file with a heading in Spanish; without plates
 * it only says what an import would do. Both are one call, so that they read a file alike: a preview stores
 * nothing but its answer for a repeat. A second import of a file adds nothing, and no purchase changes that
 * a till reported.
 * Errors: 05 for a file that cannot be read or is in miles or gallons, a number of plates that is not that
 * of its vehicles, and more than 30,000 entries (`car_log_full`); HTTP 429 after 30 files within an hour.
 */
export const importCarLog = defineCall('car', 'importCarLog', {
  access: [USER],
  changes: true,
  maxBody: 6 * 1024 * 1024,
  request: () => ({
    /** The bytes of the file in base64, at most 4,000,000. */
    file: z.string(FILE).check(
      z.minLength(1, FILE),
      z.refine(({ length }) => length <= MAX_TEXT, CAR_FILE_TOO_LARGE),
    ),
    /**
     * For each of `vehicles` the plate of the car that its entries go to, empty for none of them; an empty
     * list for a preview.
     */
    plates: z.array(filePlate(), PLATES),
  }),
  response: () => ({
    /** The vehicles of the file that have entries. */
    vehicles: z.array(FileVehicle),
    /** The first 20 problems by line of the file, each in a sentence. */
    problems: z.array(z.object({ row: z.int(), sentence: z.string() })),
    /** How many there are. */
    problemCount: z.int(),
    /** Id of the import; empty for a preview, and when it added nothing. */
    importId: z.string(),
    /** What it added, as `added` of the vehicles; 0 for a preview. */
    imported: z.int(),
  }),
})
