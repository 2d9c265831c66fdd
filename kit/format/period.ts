import {
  type DateFilter,
  type Day,
  dayOf,
  HISTORY_DAYS,
  lastDays,
  shortDate,
} from '#contract/dates.ts'

/** The presets of a period; `own` is any other period. */
export const PRESETS = [
  { value: 'days30', label: '30 días' },
  { value: 'days90', label: '90 días' },
  { value: 'year', label: 'Este año' },
  { value: 'own', label: 'A medida' },
] as const
export type Preset = (typeof PRESETS)[number]['value']

/** The period of a preset, ending today in Montevideo. */
export function presetPeriod(preset: Exclude<Preset, 'own'>, now: Date): DateFilter {
  if (preset === 'days30') return lastDays(now, 30)
  if (preset === 'days90') return lastDays(now, HISTORY_DAYS)
  const today = dayOf(now)
  return { dateFrom: { year: today.year, month: 1, day: 1 }, dateTo: today }
}

/** The preset of a period, `own` when there is none. */
export function presetOf(period: DateFilter, now: Date): Preset {
  const named = (['days90', 'days30', 'year'] as const).find((preset) => {
    const { dateFrom, dateTo } = presetPeriod(preset, now)
    return (
      toInput(dateFrom) === toInput(period.dateFrom) && toInput(dateTo) === toInput(period.dateTo)
    )
  })
  return named ?? 'own'
}

const padded = (value: number, length: number) => String(value).padStart(length, '0')

/** A day as the value of a date input: `yyyy-MM-dd`, which sorts by time. */
export const toInput = ({ year, month, day }: Day): string =>
  `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`

/** The day of a date input; null while it is empty or incomplete. */
export function fromInput(text: string): Day | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  return parts && { year: Number(parts[1]), month: Number(parts[2]), day: Number(parts[3]) }
}

/** The network has no older data. A year that is still being typed is earlier. */
const FIRST_YEAR = 1990

/** The error of a period, as a sentence; null when it is valid. */
export function periodError(from: Day | null, to: Day | null, now: Date): string | null {
  if (!from || !to) return 'Elegí las dos fechas.'
  if (from.year < FIRST_YEAR) return `El año tiene que ser ${FIRST_YEAR} o posterior.`
  if (toInput(from) > toInput(to)) return 'La fecha desde tiene que ser anterior a la fecha hasta.'
  if (toInput(to) > toInput(dayOf(now))) return 'La fecha hasta no puede pasar de hoy.'
  return null
}

/** A day as `07/09/2026`. */
export const dayText = (day: Day): string => shortDate(toInput(day).replaceAll('-', ''))

/** A period in words: `del 22/08/2026 al 20/11/2026`. */
export function periodText({ dateFrom, dateTo }: DateFilter): string {
  return `del ${dayText(dateFrom)} al ${dayText(dateTo)}`
}
