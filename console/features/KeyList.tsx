import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { keysNow, useKeys } from '#console/features/useKeys.ts'
import { useIsDesktop } from '#kit/browser/useIsDesktop.ts'
import { IconButton } from '#kit/display/IconButton.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'

const OF_ALL_SCREENS = [
  ['Ctrl K', 'Buscar en todo'],
  ['Esc', 'Cerrar lo que está abierto'],
] as const

/** The keys that work on the screen: on a desktop behind a button, and everywhere behind `?`. */
export function KeyList() {
  const [keys, setKeys] = useState<ReturnType<typeof keysNow>>()
  const wide = useIsDesktop()
  const show = () => setKeys(keysNow())
  useKeys({ '?': { label: 'Ver las teclas', run: show } })
  return (
    <>
      {wide && (
        <IconButton
          label="Teclas (?)"
          aria-haspopup="dialog"
          icon={<Keyboard aria-hidden="true" />}
          onClick={show}
        />
      )}
      <LazySheet open={keys !== undefined} onClose={() => setKeys(undefined)} title="Teclas">
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3">
          {[...(keys ?? []), ...OF_ALL_SCREENS].map(([key, label]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="figures inline-block min-w-8 rounded-control border border-line bg-sunken px-2 py-0.5 text-center text-sm">
                  {key}
                </kbd>
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
      </LazySheet>
    </>
  )
}
