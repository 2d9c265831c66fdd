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
