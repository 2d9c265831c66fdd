import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

interface Props {
  /** Of the button. */
  className: string
  /** The content of the button. */
  face: ReactNode
  /** Its accessible name, where the content is none. */
  label?: string
  /** Marks the button of a filter that is set. */
  isSet?: boolean
  /** Inside of a narrow column that scrolls, out of which the panel stands. */
  isFixed?: boolean
  /** Of the panel. */
  children: ReactNode
}

/**
 * A button that opens a small panel below it, at the foot of a phone. Escape, a click or the focus outside
 * closes it; what was opened once stays mounted, as a dialog that a button of the panel opens needs.
 */
export function Popout({
  className,
  face,
  label,
  isSet = false,
  isFixed = false,
  children,
}: Props) {
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!open) return undefined
    const leave = ({ target }: Event) => {
      if (!isInside(frame.current, target)) setOpen(false)
    }
    const events = ['pointerdown', 'focusin'] as const
    for (const name of events) document.addEventListener(name, leave)
    return () => {
      for (const name of events) document.removeEventListener(name, leave)
    }
  }, [open])
  const onKeyDown = (event: KeyboardEvent) => {
    // A dialog above the panel takes its own Escape, which bubbles here through React's tree.
    if (event.key !== 'Escape' || !open || !frame.current?.contains(event.target as Node)) return
    event.preventDefault()
    setOpen(false)
    button.current?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes the panel from everywhere in it
    <div ref={frame} className="relative" onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={wasOpened ? id : undefined}
        data-set={isSet || undefined}
        className={className}
        onClick={() => {
          setWasOpened(true)
          setOpen(!open)
        }}
      >
        {face}
      </button>
      {wasOpened && (
        <div
          id={id}
          ref={open ? keepInside : undefined}
          hidden={!open}
          className={`z-20 overflow-y-auto rounded-inner border border-line bg-surface p-3 text-left shadow-float max-sm:fixed max-sm:inset-x-3 max-sm:bottom-3 max-sm:max-h-[70dvh] sm:mt-1 sm:max-h-[75dvh] sm:w-72 ${isFixed ? 'sm:fixed' : 'sm:absolute sm:top-full'}`}
        >
          {children}
        </div>
      )}
    </div>
  )
}

/** Whether it is in the panel, or in a dialog or calendar that is drawn elsewhere, above the panel. */
const isInside = (frame: Element | null, target: EventTarget | null) =>
  target instanceof Element &&
  (frame?.contains(target) || target.closest('[data-base-ui-portal]') !== null)

/** Pixels between a panel and the edge of the window. */
const MARGIN = 12

/** Moves a panel that would be cut off at the right edge of the window. */
function keepInside(panel: HTMLElement | null): void {
  if (!panel) return
  const { right } = panel.getBoundingClientRect()
  const over = right + MARGIN - document.documentElement.clientWidth
  if (over > 0) panel.style.marginLeft = `${-over}px`
}
