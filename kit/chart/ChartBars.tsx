import { axisTicks, type Bar, segments, total } from '#kit/chart/chartScale.ts'

/** The colours of the series, in order. */
const FILLS = [
  'fill-series-1',
  'fill-series-2',
  'fill-series-3',
  'fill-series-4',
  'fill-series-5',
  'fill-series-6',
]
/** The class with the colour of a series; a seventh series takes the last. */
export const fillOf = (series: number) => FILLS[Math.min(series, 5)]

/**
 * The number of month names that fit below the bars on a phone; with more bars only every second,
 * third... name is drawn.
 */
const NAMES_THAT_FIT = 6

interface Props {
  bars: readonly Bar[]
  format: (value: number) => string
}

/** The drawing of a Chart, hidden from screen readers: axis at the left, months below. */
export function ChartBars({ bars, format }: Props) {
  const ticks = axisTicks(Math.max(...bars.map((bar) => total(bar.values))))
  const top = ticks.at(-1) || 1
  const every = Math.ceil(bars.length / NAMES_THAT_FIT)
  const last = bars.length - 1
  const seen = (index: number) => {
    if ((last - index) % every !== 0) return 'invisible @lg:visible'
    return index === last ? '' : 'invisible @3xs:visible'
  }
  return (
    <div aria-hidden="true" className="grid grid-cols-[auto_1fr] gap-x-2 text-xs text-soft">
      <div className="-my-2 flex flex-col-reverse justify-between text-right">
        {ticks.map((tick) => (
          <span key={tick} className="figures leading-4">
            {format(tick)}
          </span>
        ))}
      </div>
      <svg className="h-44 w-full overflow-visible">
        {ticks.map((tick) => {
          const y = `${100 - (tick / top) * 100}%`
          return <line key={tick} x1="0" x2="100%" y1={y} y2={y} className="stroke-line" />
        })}
        {segments(bars, top).map((piece) => (
          <rect
            key={`${piece.x} ${piece.series}`}
            x={`${piece.x}%`}
            y={`${piece.y}%`}
            width={`${piece.width}%`}
            height={`${piece.height}%`}
            rx="3"
            className={`${fillOf(piece.series)} stroke-surface`}
          />
        ))}
      </svg>
      <div className="col-start-2 mt-2 grid auto-cols-fr grid-flow-col">
        {bars.map((bar, index) => (
          <span key={bar.name} className={`flex justify-center ${seen(index)}`}>
            <span className="w-0 min-w-fit whitespace-nowrap">{bar.label}</span>
          </span>
        ))}
      </div>
    </div>
  )
}
