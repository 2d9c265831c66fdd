import type { ReactNode, Ref } from 'react'

interface Props {
  number: number
  of: number
  ref: Ref<HTMLHeadingElement>
  /** What this step is about. */
  children: ReactNode
}

/** Where a person is on a way of several steps; takes the focus when the step changes. */
export function RegisterStep({ number, of, ref, children }: Props) {
  return (
    <div className="flex flex-col gap-3">
      <div aria-hidden="true" className="flex gap-1.5">
        {Array.from({ length: of }, (_, place) => (
          <span
            key={place}
            className={`h-1.5 flex-1 rounded-full ${place < number ? 'bg-brand' : 'bg-sunken'}`}
          />
        ))}
      </div>
      <h2 ref={ref} tabIndex={-1} className="text-lg font-bold tracking-tight">
        <span className="block text-sm font-normal tracking-normal text-soft">
          Paso {number} de {of}
          <span className="sr-only">: </span>
        </span>
        {children}
      </h2>
    </div>
  )
}
