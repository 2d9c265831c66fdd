import { useSession } from '#app/context.ts'
import { SignOut } from '#app/parts/shell/SignOut.tsx'
import { buttonLook } from '#kit/style/buttonClasses.ts'
import { Empty } from '#kit/feedback/EmptyState.tsx'
import { Front } from '#kit/layout/AuthLayout.tsx'

/** For people whose roles open no page of the app: their work is in the console. */
export default function ConsoleOnly() {
  const session = useSession()
  return (
    <Front title={`Hola, ${session?.user.firstName ?? ''}`}>
      <Empty
        picture="signpost"
        title="Tu lugar es la consola"
        action={
          <div className="flex flex-col gap-2">
            <a href="/consola/" className={buttonLook('primary', true)}>
              Ir a la consola
            </a>
            <SignOut />
          </div>
        }
      >
        Esta app es para quienes cargan en la red. La consola tiene su propia sesión: allá entrá de
        nuevo.
      </Empty>
    </Front>
  )
}
