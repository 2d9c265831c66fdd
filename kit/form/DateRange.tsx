import { useState } from 'react'
import { type DateFilter, dayOf } from '#contract/dates.ts'
import { DayField } from '#kit/form/DayField.tsx'
import { SegmentedControl } from '#kit/form/SegmentedControl.tsx'
import {
  fromInput,
  PRESETS,
  type Preset,
  periodError,
  periodText,
  presetOf,
  presetPeriod,
  toInput,
} from '#kit/format/period.ts'

const wire = (text: string) => text.replaceAll('-', '')
const dashed = (day: string) => day.replace(/^(....)(..)(..)$/, '$1-$2-$3')

interface Props {
  value: DateFilter
  /** Runs with valid periods only. */
  onChange: (period: DateFilter) => void
  now: Date
}

export function DateRange({ value, onChange, now }: Props) {
  const named = presetOf(value, now)
  const [byHand, setByHand] = useState(false)
  const [from, setFrom] = useState(toInput(value.dateFrom))
  const [to, setTo] = useState(toInput(value.dateTo))
  const [lastValue, setLastValue] = useState(value)
  // A period that the list sets itself replaces the typed dates; one that was entered here equals
  // them.
  if (periodText(value) !== periodText(lastValue)) {
    setLastValue(value)
    if (toInput(value.dateFrom) !== from || toInput(value.dateTo) !== to) {
      setByHand(false)
      setFrom(toInput(value.dateFrom))
      setTo(toInput(value.dateTo))
    }
  }
  const own = byHand || named === 'own'
  const error = periodError(fromInput(from), fromInput(to), now)

  const pick = (preset: Preset) => {
    setByHand(preset === 'own')
    if (preset === 'own') return
    const period = presetPeriod(preset, now)
    setFrom(toInput(period.dateFrom))
    setTo(toInput(period.dateTo))
    onChange(period)
  }
  const write = (newFrom: string, newTo: string) => {
    setByHand(true)
    setFrom(newFrom)
    setTo(newTo)
    const dateFrom = fromInput(newFrom)
    const dateTo = fromInput(newTo)
    if (dateFrom && dateTo && !periodError(dateFrom, dateTo, now)) onChange({ dateFrom, dateTo })
  }
  const max = wire(toInput(dayOf(now)))
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl
        label="Período"
        options={PRESETS}
        value={own ? 'own' : named}
        onChange={pick}
      />
      {own && (
        <div className="grid animate-rise grid-cols-[repeat(auto-fit,minmax(min(10rem,100%),1fr))] gap-3">
          <DayField
            label="Desde"
            max={max}
            value={wire(from)}
            error={error ?? undefined}
            onChange={(day) => write(dashed(day), to)}
          />
          <DayField
            label="Hasta"
            max={max}
            value={wire(to)}
            onChange={(day) => write(from, dashed(day))}
          />
        </div>
      )}
    </div>
  )
}
