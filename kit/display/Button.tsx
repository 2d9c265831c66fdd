import type { ComponentProps } from 'react'
import { type ButtonKind, buttonClasses } from '#kit/style/buttonClasses.ts'
import { SpinnerIcon } from '#kit/feedback/SpinnerIcon.tsx'

interface Props extends Omit<ComponentProps<'button'>, 'className' | 'disabled'> {
  kind?: ButtonKind
  /** As wide as its column. */
  wide?: boolean
  /** Its action is under way: it turns, keeps the focus and takes no second press. */
  busy?: boolean
  /** It cannot act now; it stays reachable, so that a screen reader can say so. */
  disabled?: boolean
}

/** A button. `type` is `button` unless said otherwise. */
export function Button({
  kind = 'primary',
  wide = false,
  busy = false,
  disabled = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: Props) {
  const still = busy || disabled
  return (
    <button
      {...rest}
      // A submit button at rest is a plain one: Enter in a field then does not submit twice.
      type={still ? 'button' : type}
      aria-disabled={still}
      aria-busy={busy}
      onClick={still ? undefined : onClick}
      className={buttonClasses(kind, wide)}
    >
      {busy && <SpinnerIcon />}
      {children}
    </button>
  )
}
