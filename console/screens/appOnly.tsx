import { useSession } from '#console/context.ts'
import { Entrance } from '#console/parts/ConsoleAuthLayout.tsx'
import { SignOut } from '#console/parts/SignOut.tsx'
import { buttonLook } from '#kit/style/buttonClasses.ts'
import { Empty } from '#kit/feedback/EmptyState.tsx'

/** For people whose roles decide over nobody: the app is theirs. */
export default function AppOnly() {
  const session = useSession()
  return (
    <Entrance title={`Hola, ${session?.firstName ?? ''}`}>
      <Empty
        picture="signpost"
        title="Tu lugar es la app"
        action={
          <div className="flex flex-col gap-2">
            <a href="/" className={buttonLook('primary', true)}>
              Ir a la app
            </a>
            <SignOut />
          </div>
        }
      >
        La consola es para quienes trabajan en la red. Tus puntos y tus pagos están en la app; allá
        entrá de nuevo.
      </Empty>
    </Entrance>
  )
}
