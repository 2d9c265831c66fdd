import { useId } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import type { home } from '#contract/operator/home.ts'
import { money, points } from '#kit/format/numbers.ts'

type Measure = AnswerOf<typeof home>['measures'][number]

const HEIGHT = 40

/** Today beside the same weekday a week ago; by the hour where there is anything to compare. */
export function DayChart({ measure }: { measure: Measure }) {
  const id = useId()
  const { title, isMoney, today, weekAgo, hours } = measure
  const format = (value: number) => (isMoney ? money(value) : points(value))
  return (
    <figure
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-5 shadow-card"
    >
      <figcaption id={id} className="font-semibold">
        {title}
      </figcaption>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="figures text-2xl font-bold">{format(today)}</span>
        <span className="text-sm text-soft">{format(weekAgo)} a esta hora, hace una semana</span>
      </p>
      {hours.some((hour) => hour.today > 0 || hour.weekAgo > 0) && (
        <>
          <DayBars hours={hours} />
          <DayTable title={title} hours={hours} format={format} />
        </>
      )}
    </figure>
  )
}

/** Today as bars, a week ago as a line over them; hidden from screen readers, which have the table. */
function DayBars({ hours }: Pick<Measure, 'hours'>) {
  const top = Math.max(...hours.flatMap((hour) => [hour.today, hour.weekAgo]))
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT
  const line = hours.map((hour, index) => `${index + 0.5},${y(hour.weekAgo)}`).join(' ')
  return (
    <div aria-hidden="true" className="flex flex-col gap-2 text-xs text-soft">
      <svg
        viewBox={`0 0 ${hours.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-24 w-full overflow-visible"
      >
        {hours.map((hour, index) => (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- an hour is its place in the day
            key={index}
            x={index + 0.15}
            width={0.7}
            y={y(hour.today)}
            height={HEIGHT - y(hour.today)}
            className="fill-series-1"
          />
        ))}
        <polyline
          points={line}
          vectorEffect="non-scaling-stroke"
          className="fill-none stroke-series-2 stroke-2"
        />
      </svg>
      <div className="flex justify-between">
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>{hour} h</span>
        ))}
      </div>
      <div className="flex gap-x-5">
        <span className="flex items-center gap-1.5">
          <span className="size-3 rounded-xs bg-series-1" /> Hoy
        </span>
        <span className="flex items-center gap-1.5">
          <span className="h-0.5 w-4 bg-series-2" /> Hace una semana
        </span>
      </div>
    </div>
  )
}

interface TableProps extends Pick<Measure, 'title' | 'hours'> {
  format: (value: number) => string
}

function DayTable({ title, hours, format }: TableProps) {
  return (
    <details>
      <summary className="min-h-11 content-center text-sm font-semibold text-brand-text">
        Ver en una tabla
      </summary>
      <table className="figures w-full text-sm">
        <caption className="sr-only">{title}, por hora</caption>
        <thead>
          <tr className="border-b border-line text-left text-soft">
            <th scope="col">Hora</th>
            <th scope="col">Hoy</th>
            <th scope="col">Hace una semana</th>
          </tr>
        </thead>
        <tbody>
          {hours.map((hour, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- an hour is its place in the day
            <tr key={index}>
              <th scope="row" className="text-left font-normal">
                {index} h
              </th>
              <td>{format(hour.today)}</td>
              <td>{format(hour.weekAgo)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
