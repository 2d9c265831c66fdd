import { encode } from 'uqr'

interface Props {
  value: string
  /** The name of the code for screen readers: `Código QR de tu afiliación`. */
  label: string
}

/**
 * A QR code of level M as one SVG path. It is black on white in both themes, because many scanners
 * do not read an inverted code.
 */
export function QrCode({ value, label }: Props) {
  const { data, size } = encode(value, { ecc: 'M', border: 2 })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="forced-color-adjust-none aspect-square w-full rounded-inner bg-code-ground"
    >
      <path d={path} className="fill-code" />
    </svg>
  )
}
