/** The classes of a link among words or beside a title, tall enough for a thumb. */
export const linkClasses =
  'inline-flex min-h-11 items-center rounded-mark font-semibold text-brand-text underline decoration-brand-text/35 underline-offset-4 hover:decoration-current'
