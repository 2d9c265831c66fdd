interface Props {
  named?: boolean
}

/**
 * The logo: a fountain with a drop ("surtidor" is Spanish for both fountain and fuel dispenser).
 */
export function Logo({ named = false }: Props) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg
        role="img"
        aria-label="Surtidor"
        aria-hidden={named}
        viewBox="0 0 48 48"
        fill="none"
        strokeWidth="4.2"
        strokeLinecap="round"
        className="size-10 shrink-0"
      >
        <rect width="48" height="48" rx="14" className="fill-mark" />
        <path
          d="M24 40V22c0-7 3-11 8-11 4.6 0 7.5 3.3 7.5 8M24 40V26c0-6-2.8-9.5-7.3-9.5-4.2 0-6.9 2.9-6.9 7.2v2"
          className="stroke-on-deep"
        />
        <path
          d="M39.5 22c3 4.1 4.6 6.3 4.6 8.5a4.6 4.6 0 0 1-9.2 0c0-2.2 1.6-4.4 4.6-8.5z"
          className="fill-sun"
        />
      </svg>
      {named && <span className="text-xl font-bold tracking-tight">Surtidor</span>}
    </span>
  )
}

/** The fountain of the logo, large and faint, at the bottom of a dark panel. Decorative. */
export function BrandArtwork() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 200 140"
      preserveAspectRatio="xMaxYMax meet"
      fill="none"
      strokeWidth="5.5"
      strokeLinecap="round"
      className="pointer-events-none absolute right-1 bottom-0 -z-10 h-[max(8rem,42%)] max-w-full"
    >
      <path
        d="M100 146V30M89 146V70c0-30-9-43-24-43-14 0-24 11-24 28M111 146V70c0-30 9-43 24-43 14 0 24 11 24 28M78 146v-44c0-26-12-37-29-37-18 0-30 12-30 32M122 146v-44c0-26 12-37 29-37 18 0 30 12 30 32"
        className="stroke-on-deep"
        opacity="0.16"
      />
      <path
        d="M181 102c4.6 6.2 7 9.5 7 13a7 7 0 0 1-14 0c0-3.5 2.4-6.8 7-13z"
        className="fill-sun"
      />
    </svg>
  )
}
