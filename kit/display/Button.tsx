import type { ComponentProps } from 'react'
import { useRepeating } from '#kit/api/repeatCall.ts'
import { SpinnerIcon } from '#kit/display/SpinnerIcon.tsx'
import { type ButtonKind, buttonClasses } from '#kit/style/buttonClasses.ts'

interface Props extends Omit<ComponentProps<'button'>, 'className' | 'disabled'> {
  kind?: ButtonKind
  wide?: boolean
  /**
   * Its action is pending: it shows a spinner, keeps the focus and ignores clicks. While the server does
   * not answer it asks for a moment.
   */
  busy?: boolean
  /** It ignores clicks but stays focusable, so that a screen reader finds it. */
  disabled?: boolean
}

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
  const isRepeating = useRepeating() && busy
  return (
    <>
      <button
        {...rest}
        // While it ignores clicks it is no submit button: Enter in a field does not submit through
        // it.
        type={still ? 'button' : type}
        aria-disabled={still}
        aria-busy={busy}
        onClick={still ? undefined : onClick}
        className={buttonClasses(kind, wide)}
      >
        {busy && <SpinnerIcon />}
        {isRepeating ? MOMENT : children}
      </button>
      {busy && <output className="sr-only">{isRepeating && MOMENT}</output>}
    </>
  )
}

const MOMENT = 'Un momento…'
