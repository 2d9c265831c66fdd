import { existsSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Finding, good, odd, refused } from '#tools/doctor/finding.ts'

/** Free bytes below which the disk counts as nearly full. */
const LOW_DISK_BYTES = 1024 ** 3
/** A clock that is off by more breaks second factors (30 s) and the gateway's time check. */
const CLOCK_TOLERANCE_MS = 15_000

/** The folder of the data, or the nearest one above it that exists: whether it can be written, and the free disk. */
export async function checkDisk(dataDir: string): Promise<Finding[]> {
  let folder = dataDir
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  try {
    await access(folder, constants.W_OK)
  } catch {
    return [refused(`no se puede escribir en ${folder}: revisá los permisos o elegí otra DATA_DIR`)]
  }
  const { bavail, bsize } = await statfs(folder)
  const bytes = bavail * bsize
  const left = `quedan ${(bytes / 1024 ** 3).toFixed(1)} GiB libres en el disco de ${dataDir}`
  return [bytes < LOW_DISK_BYTES ? odd(`${left}: hacé lugar antes de que se llene`) : good(left)]
}

/**
 * Compares the clock of this machine with another one.
 * @param other name of the other clock in Spanish, as «el de la base»
 */
export function compareClocks(here: number, there: number, other: string): Finding {
  const seconds = Math.round((here - there) / 1000)
  if (Math.abs(here - there) <= CLOCK_TOLERANCE_MS)
    return good(`el reloj de esta máquina coincide con ${other}`)
  const side = seconds > 0 ? 'adelantado' : 'atrasado'
  return odd(
    `el reloj de esta máquina está ${side} ${Math.abs(seconds)} s contra ${other}: poné los dos en hora con NTP`,
  )
}
