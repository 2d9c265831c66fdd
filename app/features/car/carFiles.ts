import { FUELIO_FUELS, PLAIN_COLUMNS, TANKFUL } from '#contract/entities/car/carFile.ts'
import { isFuelEntry, kindName, type LogEntry } from '#contract/entities/car/logEntry.ts'
import { PESOS } from '#contract/money.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { csvText, decimalCell } from '#kit/format/csv.ts'
import { dateAndTime, timeOfDay } from '#kit/format/dates.ts'
import { decimals } from '#kit/format/numbers.ts'

const priceOf = ({ amount, millilitres }: LogEntry) => Math.round((amount * 1000) / millilitres)
const yesOrNo = (is: boolean) => (is ? 'Sí' : 'No')

/** The log of a car, or of several, for a spreadsheet. */
export const plainText = (entries: readonly LogEntry[]): string =>
  csvText(
    Object.values(PLAIN_COLUMNS).map(([heading]) => heading),
    entries.map((entry) => {
      const isFuel = isFuelEntry(entry)
      const { millilitres, full, missed } = entry
      return [
        isFuel ? TANKFUL : kindName(entry.kind),
        dateAndTime(entry.datetime),
        entry.plate,
        String(entry.odometer ?? ''),
        productName(entry.product),
        ...(isFuel ? [decimalCell(millilitres, 3), decimalCell(priceOf(entry), 2)] : ['', '']),
        decimalCell(entry.amount, 2),
        entry.currency === PESOS ? '$' : 'US$',
        ...(isFuel ? [yesOrNo(full), yesOrNo(missed)] : ['', '']),
        entry.place,
        entry.note,
        entry.id,
      ]
    }),
  )

const VEHICLE =
  'Name,Description,DistUnit,FuelUnit,ConsumptionUnit,ImportCSVDateFormat,VIN,Insurance,Plate'
const LOG =
  'Data,Odo (km),Fuel (litres),Full,Price (optional),l/100km (optional),latitude (optional),longitude (optional),City (optional),Notes (optional),Missed,TankNumber,FuelType,VolumePrice,StationID (optional),ExcludeDistance,UniqueId,TankCalc,Weather,guid,lastupdated'
const CATEGORIES = 'CostTypeID,Name,priority,color'
const COSTS =
  'CostTitle,Date,Odo,CostTypeID,Notes,Cost,flag,idR,read,RemindOdo,RemindDate,isTemplate,RepeatOdo,RepeatMonths,isIncome,UniqueId,guid,lastupdated'

/** Fuelio's own categories of costs, by their ids. */
const COST_TYPES: Partial<Record<string, string>> = {
  service: '1',
  patente: '4',
  toll: '7',
  fine: '8',
  insurance: '31',
  tyres: '32',
  other: '33',
}
const flag = (is: boolean) => (is ? '1' : '0')
const timeOf = ({ datetime }: LogEntry) =>
  `${datetime.replace(/^(....)(..)(..).*$/, '$1-$2-$3')} ${timeOfDay(datetime)}`
/** The log has one currency: what was paid in another counts in litres only. */
const pesosOf = ({ currency, amount }: LogEntry) => (currency === PESOS ? amount : 0)

/**
 * The log of a car as Fuelio imports it. A fuel that Fuelio has no code for has none. The title of an
 * expense is its place, or the name of its kind.
 * @param entries newest first
 */
export function fuelioText(name: string, plate: string, entries: readonly LogEntry[]): string {
  const [tankfuls, expenses] = [true, false].map((is) =>
    entries.filter((entry) => isFuelEntry(entry) === is),
  ) as [LogEntry[], LogEntry[]]
  const rows: string[][] = [
    ['## Vehicle'],
    VEHICLE.split(','),
    [name, '', '0', '0', '0', 'yyyy-MM-dd', '', '', plate],
    ['## Log'],
    LOG.split(','),
    ...tankfuls.map((entry, place) => [
      timeOf(entry),
      `${entry.odometer ?? 0}.0`,
      decimals(entry.millilitres, 3),
      flag(entry.full),
      decimals(pesosOf(entry), 2),
      ...'0.0,0.0,0.0'.split(','),
      entry.place,
      entry.note,
      flag(entry.missed),
      '1',
      FUELIO_FUELS[entry.product as keyof typeof FUELIO_FUELS] ?? '0',
      decimals(priceOf({ ...entry, amount: pesosOf(entry) }), 2),
      ...`0,0.0,${tankfuls.length - place},0.0,`.split(','),
      entry.id,
      '0',
    ]),
    ['## CostCategories'],
    CATEGORIES.split(','),
    ...Object.entries(COST_TYPES).map(([kind, id = '']) => [id, kindName(kind), '0', '']),
    ['## Costs'],
    COSTS.split(','),
    ...expenses.map((entry, place) => [
      entry.place || kindName(entry.kind),
      timeOf(entry),
      String(entry.odometer ?? 0),
      COST_TYPES[entry.kind] ?? '33',
      entry.note,
      decimals(pesosOf(entry), 2),
      ...`0,0,1,0,2011-01-01,0,0,0,0,${expenses.length - place}`.split(','),
      entry.id,
      '0',
    ]),
  ]
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  return rows.map((cells) => `${cells.map(quoted).join(',')}\n`).join('')
}
