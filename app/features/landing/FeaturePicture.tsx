import type { ReactNode } from 'react'

/** Small drawings of what a person gets, 96 by 72, in the style of kit/display/Illustration.tsx. */
const DRAWINGS = {
  /** Points: a drop that becomes a coin. */
  points: (
    <>
      <circle cx="58" cy="42" r="18" className="fill-sun stroke-transparent" />
      <path d="M58 33v18M51 42h14" className="stroke-on-sun" />
      <path d="M32 18c7 10 11 16 11 22a11 11 0 0 1-22 0c0-6 4-12 11-22z" className="fill-surface" />
    </>
  ),
  /** Payment: a card with a tick. */
  card: (
    <>
      <rect x="20" y="18" width="52" height="36" rx="7" className="fill-surface" />
      <path d="M20 30h52M29 44h12" />
      <circle cx="70" cy="50" r="12" className="fill-sun stroke-transparent" />
      <path d="m64 50 5 5 8-9" className="stroke-on-sun" />
    </>
  ),
  /** Stations: a map with a pin. */
  map: (
    <>
      <path d="m18 24 20-7 20 7 20-7v36l-20 7-20-7-20 7z" className="fill-surface" />
      <path d="M38 17v36M58 24v36" opacity="0.4" />
      <path
        d="M58 12c8 0 14 6 14 14 0 9-14 21-14 21S44 35 44 26c0-8 6-14 14-14z"
        className="fill-sun stroke-transparent"
      />
      <circle cx="58" cy="26" r="4.5" className="fill-on-sun stroke-transparent" />
    </>
  ),
  /** Statements: bars on a sheet. */
  statement: (
    <>
      <path d="M28 12h32l10 10v40H28z" className="fill-surface" />
      <path d="M60 12v10h10M37 52V42M49 52V32" />
      <path d="M61 52V38" className="stroke-sun" strokeWidth="5" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type FeatureName = keyof typeof DRAWINGS

/** The picture of one feature. Decorative. */
export function FeaturePicture({ name }: { name: FeatureName }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 96 72"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="h-18 w-24 stroke-brand-text"
    >
      <path
        d="M4 64c14-12 28-17 44-17s30 5 44 17z"
        className="fill-brand-tint stroke-transparent"
      />
      {DRAWINGS[name]}
    </svg>
  )
}
