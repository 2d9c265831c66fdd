import { fromStamp } from '#contract/dates.ts'
import type { FileVehicle } from '#contract/entities/car/carFile.ts'
import type { LogEntry } from '#contract/entities/car/logEntry.ts'
import type { logOf } from '#db/car/carLog.ts'
import { uuidOf } from '#db/core/uuid.ts'
import type { carEntry } from '#db/tables/car.ts'
import type { CarFile } from '#server/car/files/carFile.ts'

type Row = typeof carEntry.$inferInsert
type Logged = Awaited<ReturnType<typeof logOf>>[number]

/** Apps take litres to the hundredth, tills to the thousandth. */
const tankfulKey = ({ datetime, millilitres }: Pick<LogEntry, 'datetime' | 'millilitres'>) =>
  `${datetime.slice(0, 8)} ${Math.round(millilitres / 10)}`

/** Whether a purchase is of a car, or may be. */
const isOf = ({ plate }: LogEntry, wanted: string) => plate === wanted || plate === ''
/** Whether its driver has added nothing to a purchase. */
const isBare = ({ odometer, full, missed, note, plate, plateReported }: LogEntry) =>
  odometer === null && !full && !missed && note === '' && (plateReported || plate === '')

/**
 * What an import does with the vehicles of a file, and the rows that it stores. The id of a row is made of
 * the app's, or of all fields, so that a second import meets the rows of the first. A tankful that a till
 * reported is no new entry: its odometer is added to the purchase, if nothing was added before.
 * @param plates of the cars, in the order of the vehicles; empty for none
 * @param log all entries of the person
 */
export function planImport(
  file: CarFile,
  plates: readonly string[],
  log: readonly Logged[],
  common: { personId: string; importId: string },
): { vehicles: FileVehicle[]; rows: Row[] } {
  const byId = new Map(log.map((logged) => [logged.entry.id, logged]))
  const purchases = log.filter(({ entry }) => entry.kind === 'purchase')
  const tankfuls = Map.groupBy(purchases, ({ entry }) => tankfulKey(entry))
  const taken = new Set<Logged>()
  const repeats = new Map<string, number>()
  const rows: Row[] = []
  const vehicles = file.vehicles.map(({ name, entries }, place) => {
    const plate = plates[place] ?? ''
    const before = rows.length
    let [known, reported] = [0, 0]
    for (const { guid, ...entry } of entries) {
      const key = guid || JSON.stringify([name, entry])
      const repeat = (repeats.get(key) ?? 0) + 1
      repeats.set(key, repeat)
      const id = uuidOf(`car entry of ${common.personId} ${key} ${repeat}`)
      const { odometer, full, missed } = entry
      const tankful = entry.kind === 'fuel' && plate !== '' ? tankfulKey(entry) : ''
      const found =
        byId.get(id) ??
        byId.get(guid) ??
        tankfuls.get(tankful)?.find((one) => !taken.has(one) && isOf(one.entry, plate))
      if (!found) {
        const at = fromStamp(entry.datetime) ?? new Date(0)
        rows.push({ ...entry, ...common, id, plate, at })
      } else if (found.entry.kind !== 'purchase') known += 1
      else {
        reported += 1
        taken.add(found)
        const { id: rrn, plate: of } = found.entry
        const { at } = found.cursor
        const added = { odometer, full, missed, note: '', plate: of === '' ? plate : '' }
        if (plate !== '' && isBare(found.entry) && (odometer !== null || of === ''))
          rows.push({ ...common, ...added, id, rrn, at, kind: 'purchase' })
      }
    }
    return {
      name,
      plate,
      entries: entries.length,
      known,
      reported,
      added: rows.length - before,
      dateFrom: entries[0]?.datetime ?? '',
      dateTo: entries.at(-1)?.datetime ?? '',
    }
  })
  return { vehicles, rows: rows.filter(({ kind, plate }) => kind === 'purchase' || plate !== '') }
}
