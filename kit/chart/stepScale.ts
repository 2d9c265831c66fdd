/** A value that holds from the start of `from` until `to`, in days; steps do not overlap. */
export interface Step {
  from: number
  to: number
  value: number
  /** It begins in the future. */
  isPlanned: boolean
}

/**
 * The steps, and the gaps between them, of a chart from the first step to the last one or to today, in
 * hundredths of its width and height from its top left. `before` is the height of a step that ends where
 * the next begins, from which a vertical line leads to it.
 * @param steps at least one, the oldest first
 * @param ticks values of the axis, from the bottom upwards
 */
export function drawnSteps(steps: readonly Step[], today: number, ticks: readonly number[]) {
  const start = Math.min(steps[0]?.from ?? today, today)
  const width = Math.max(steps.at(-1)?.to ?? 0, today + 1) - start
  const bottom = ticks[0] ?? 0
  const top = ticks.at(-1) ?? bottom
  const x = (day: number) => ((day - start) / width) * 100
  const y = (value: number) => (top > bottom ? 100 - ((value - bottom) / (top - bottom)) * 100 : 50)
  const drawn = steps.map((step, index) => {
    const previous = steps[index - 1]
    return {
      from: x(step.from),
      to: x(step.to),
      y: y(step.value),
      isPlanned: step.isPlanned,
      before: previous?.to === step.from ? y(previous.value) : undefined,
    }
  })
  const until = [...steps.map(({ from }) => from), today + 1]
  const gaps = until.flatMap((day, index) => {
    const from = steps[index - 1]?.to ?? start
    return day > from ? [{ from: x(from), width: x(day) - x(from) }] : []
  })
  return { drawn, gaps, today: x(today), heightOf: y, start, end: start + width }
}
