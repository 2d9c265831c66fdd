import { SquarePlus, Upload } from 'lucide-react'

/** How a person installs the app on iOS, where no program can ask for it. */
export function InstallSteps() {
  return (
    <ol className="flex flex-col gap-3 text-sm">
      <li className="flex items-center gap-3">
        <Upload aria-hidden="true" size={20} className="shrink-0 text-brand-text" />
        <span>
          Tocá <b>Compartir</b>, abajo o arriba en el navegador.
        </span>
      </li>
      <li className="flex items-center gap-3">
        <SquarePlus aria-hidden="true" size={20} className="shrink-0 text-brand-text" />
        <span>
          Elegí <b>Agregar a inicio</b> y después <b>Agregar</b>.
        </span>
      </li>
    </ol>
  )
}
