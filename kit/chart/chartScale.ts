/** One month of a chart: a value for each series, in the order of the series, none negative. */
export interface Bar {
  /** Below the bar: `set`. */
  label: string
  /** In the table and for a screen reader: `setiembre de 2026`. */
  name: string
  values: readonly number[]
}

/**
 * A segment of a stacked bar, in hundredths of the chart's width and height, from its top left.
 */
interface Segment {
  series: number
  x: number
  y: number
  width: number
  height: number
}

/** The steps of the axis, times a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10]

/**
 * The values of the axis for values from `min` to `max`: at most five round numbers from 0, or six around
 * a range that does not begin there, the last at or above `max`. Without values the axis is drawn too, so
 * that the chart keeps its size.
 */
export function axisTicks(max: number, min = 0): number[] {
  if (max <= min) return [min]
  const rough = (max - min) / 4
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  // With a tolerance: 0.3 / 0.1 is just above 3 in floating point.
  const step = (STEPS.find((s) => s * magnitude >= rough * (1 - 1e-9)) ?? 10) * magnitude
  const first = Math.floor(min / step)
  const last = Math.ceil((max / step) * (1 - 1e-9))
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step)
}

export const total = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0)

/**
 * The largest share of a bar in the slot of its month, and in the whole chart when there are few
 * months.
 */
const SLOT_SHARE = 0.62
const WIDEST = 12

/** The segments of all bars, stacked from the bottom; a value of zero has none. */
export function segments(bars: readonly Bar[], top: number): Segment[] {
  const slot = 100 / bars.length
  const width = Math.min(slot * SLOT_SHARE, WIDEST)
  return bars.flatMap(({ values }, index) => {
    let ground = 100
    return values.flatMap((value, series) => {
      if (value <= 0) return []
      const height = (value / top) * 100
      ground -= height
      return [{ series, x: slot * (index + 0.5) - width / 2, y: ground, width, height }]
    })
  })
}
