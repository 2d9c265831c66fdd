/** The turning ring of a button or spinner. Decorative: hidden from screen readers. */
export function SpinnerIcon({ size = 20 }: { size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className="shrink-0 animate-turn"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
    >
      <circle cx="12" cy="12" r="9" opacity="0.25" />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  )
}
