import { X } from 'lucide-react'
import { Button } from '#kit/display/Button.tsx'
import { IconButton } from '#kit/display/IconButton.tsx'

interface Props {
  count: number
  onDecide: (authorized: boolean) => void
  onClear: () => void
}

/** The decisions on the selected requests, at the bottom of the window while there are any. */
export function SelectionBar({ count, onDecide, onClear }: Props) {
  return (
    <section
      aria-label="Solicitudes elegidas"
      className="sticky bottom-[max(1rem,env(safe-area-inset-bottom))] z-10 flex animate-rise flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-3 shadow-float"
    >
      <div className="flex min-w-fit flex-1 items-center">
        <IconButton
          label="Quitar la selección"
          icon={<X aria-hidden="true" size={20} />}
          onClick={onClear}
        />
        <output className="font-semibold">
          {count} {count === 1 ? 'elegida' : 'elegidas'}
        </output>
      </div>
      <div className="flex flex-1 gap-3 *:flex-1 sm:flex-none">
        <Button kind="quiet" onClick={() => onDecide(false)}>
          Rechazar
        </Button>
        <Button onClick={() => onDecide(true)}>Autorizar</Button>
      </div>
    </section>
  )
}
