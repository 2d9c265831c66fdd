import { type ReactNode, useEffect, useRef } from 'react'

interface Props {
  number: number
  total: number
  children: ReactNode
}

/**
 * The heading of a step, with its number. When the step changes its first wrong field takes the
 * focus, or the heading.
 */
export function RegisterStep({ number, total, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const previous = useRef(number)
  useEffect(() => {
    if (previous.current !== number) {
      const form = heading.current?.closest('form')
      const wrong = form?.querySelector<HTMLElement>(':not([hidden] *)[aria-invalid=true]')
      ;(wrong ?? heading.current)?.focus()
    }
    previous.current = number
  }, [number])
  return (
    <div className="flex flex-col gap-3">
      <div aria-hidden="true" className="flex gap-1.5">
        {Array.from({ length: total }, (_, index) => (
          <span
            key={index}
            className={`forced-color-adjust-none h-1.5 flex-1 rounded-full ${index < number ? 'bg-brand' : 'bg-sunken'}`}
          />
        ))}
      </div>
      <h2 ref={heading} tabIndex={-1} className="text-lg font-bold tracking-tight">
        <span className="block text-sm font-normal tracking-normal text-soft">
          Paso {number} de {total}
          <span className="sr-only">: </span>
        </span>
        {children}
      </h2>
    </div>
  )
}
