/** The look of a button of a list's bar: lower than a form's, 36 px with a mouse. */
export const TOOL =
  'inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-inner px-2.5 text-sm font-medium whitespace-nowrap text-brand-text transition-colors hover:bg-brand-tint aria-disabled:opacity-55 dense:min-h-9'
