/** The classes of a link inside a text or beside a title, with a touch target of 44 px. */
export const linkClasses =
  'inline-flex min-h-11 items-center rounded-mark font-semibold text-brand-text underline decoration-brand-text/35 underline-offset-4 hover:decoration-current'
