import { useId } from 'react'
import { axisTicks } from '#kit/chart/chartScale.ts'
import { drawnSteps, type Step } from '#kit/chart/stepScale.ts'

interface Props {
  title: string
  /** At least one, the oldest first. */
  steps: readonly Step[]
  /** In days, as the steps. */
  today: number
  format: (value: number) => string
  /** Writes a day below the axis. */
  formatDay: (day: number) => string
}

/**
 * A value over time that changes at days, hidden from screen readers: the caller lists the same values
 * below. Its axis begins near the lowest value; days without a value are grey.
 */
export function StepChart({ title, steps, today, format, formatDay }: Props) {
  const id = useId()
  const values = steps.map(({ value }) => value)
  const ticks = axisTicks(Math.max(...values), Math.min(...values))
  const chart = drawnSteps(steps, today, ticks)
  return (
    <figure aria-labelledby={id} className="flex flex-col gap-3">
      <figcaption id={id} className="font-semibold">
        {title}
      </figcaption>
      <div aria-hidden="true" className="grid grid-cols-[auto_1fr] gap-x-2 text-xs text-soft">
        <div className="-my-2 flex flex-col-reverse justify-between text-right">
          {ticks.map((tick) => (
            <span key={tick} className="figures leading-4">
              {format(tick)}
            </span>
          ))}
        </div>
        <svg className="h-40 w-full overflow-visible">
          {chart.gaps.map(({ from, width }) => (
            <rect
              key={from}
              x={`${from}%`}
              width={`${width}%`}
              height="100%"
              className="fill-sunken"
            />
          ))}
          {ticks.map((tick) => {
            const y = `${chart.heightOf(tick)}%`
            return <line key={tick} x1="0" x2="100%" y1={y} y2={y} className="stroke-line" />
          })}
          {chart.drawn.map(({ from, to, y, before, isPlanned }) => (
            <g
              key={from}
              className="stroke-series-1 stroke-3 [stroke-linecap:round]"
              strokeDasharray={isPlanned ? '2 6' : undefined}
            >
              {before !== undefined && (
                <line x1={`${from}%`} x2={`${from}%`} y1={`${before}%`} y2={`${y}%`} />
              )}
              <line x1={`${from}%`} x2={`${to}%`} y1={`${y}%`} y2={`${y}%`} />
            </g>
          ))}
          <line
            x1={`${chart.today}%`}
            x2={`${chart.today}%`}
            y2="100%"
            strokeDasharray="3 3"
            className="stroke-ink"
          />
          <text
            x={`${chart.today}%`}
            dx={chart.today > 50 ? -5 : 5}
            y="14"
            textAnchor={chart.today > 50 ? 'end' : 'start'}
            className="fill-ink font-semibold"
          >
            hoy
          </text>
        </svg>
        <div className="col-start-2 mt-2 flex justify-between">
          <span>{formatDay(chart.start)}</span>
          <span>{formatDay(chart.end - 1)}</span>
        </div>
      </div>
    </figure>
  )
}
