/** The classes of input, select and textarea. */
export const fieldClasses =
  'block min-h-12 w-full rounded-control border border-edge bg-surface px-4 py-2.5 text-ink transition-colors placeholder:text-soft hover:border-ink focus-visible:outline-offset-0 aria-invalid:border-bad aria-invalid:border-2 disabled:bg-sunken disabled:text-soft [&[readonly]]:bg-sunken'
