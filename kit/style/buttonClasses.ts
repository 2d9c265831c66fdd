/**
 * The emphasis of a button: one `primary` on each screen, `danger` for destructive actions only.
 */
export type ButtonKind = 'primary' | 'quiet' | 'plain' | 'danger'

const KINDS: Record<ButtonKind, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-strong',
  quiet: 'bg-brand-tint text-brand-text hover:bg-brand-tint-strong',
  plain: 'bg-transparent text-brand-text hover:bg-brand-tint',
  danger: 'bg-bad-fill text-on-bad hover:brightness-92',
}

export function buttonClasses(kind: ButtonKind, wide: boolean): string {
  return `inline-flex min-h-12 flex-wrap items-center justify-center gap-x-2 rounded-control px-5 py-2.5 text-center font-semibold transition active:scale-98 aria-disabled:opacity-55 aria-disabled:active:scale-100 ${KINDS[kind]} ${wide ? 'w-full' : ''}`
}
