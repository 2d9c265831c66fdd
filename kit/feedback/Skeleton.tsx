const GREY = 'animate-pulse-soft bg-sunken'
const BONE = `${GREY} rounded-mark`

const SHAPES = {
  text: <div className={`${BONE} h-5 w-3/4`} />,
  row: (
    <div className="flex min-h-18 items-center gap-3.5 px-4 py-3">
      <div className={`${GREY} size-11 rounded-full`} />
      <div className="flex flex-1 flex-col gap-2">
        <div className={`${BONE} h-4 w-2/3`} />
        <div className={`${BONE} h-3 w-2/5`} />
      </div>
      <div className={`${BONE} h-4 w-20`} />
    </div>
  ),
  card: <div className={`${GREY} h-36 rounded-card`} />,
  hero: <div className={`${GREY} h-44 rounded-card`} />,
  chart: <div className={`${GREY} h-72 rounded-card`} />,
}

interface Props {
  shape: keyof typeof SHAPES
  /** The number of shapes, one below another. */
  count?: number
}

/**
 * A placeholder of the shape of the content that is loading, so that the layout does not shift.
 */
export function Skeleton({ shape, count = 1 }: Props) {
  const bones = Array.from({ length: count }, (_, i) => <div key={i}>{SHAPES[shape]}</div>)
  const rows = 'divide-y divide-line rounded-card border border-line bg-surface'
  return (
    <div aria-busy="true" className={shape === 'row' ? rows : 'flex flex-col gap-3'}>
      <output className="sr-only">Cargando…</output>
      {bones}
    </div>
  )
}
