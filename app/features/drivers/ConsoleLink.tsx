import { type Role, USER } from '#contract/roles.ts'
import { linkClasses } from '#kit/style/linkClasses.ts'

/** The way to the console, for roles that have pages there: all but the driver's. */
export function ConsoleLink({ roles }: { roles: readonly Role[] }) {
  if (roles.every(({ code }) => code === USER)) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 border-t border-line pt-3 text-soft">
      ¿Preferís trabajar en la computadora?
      <a href="/consola/" className={linkClasses}>
        Abrir la consola
      </a>
    </p>
  )
}
