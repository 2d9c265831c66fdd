import { useSession } from '#console/context.ts'
import { ConsoleAuthLayout } from '#console/parts/ConsoleAuthLayout.tsx'
import { SignOut } from '#console/parts/SignOut.tsx'
import { buttonClasses } from '#kit/style/buttonClasses.ts'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'

/** For people whose roles decide over nobody: the app is theirs. */
export default function AppOnly() {
  const session = useSession()
  return (
    <ConsoleAuthLayout title={`Hola, ${session?.firstName ?? ''}`}>
      <EmptyState
        picture="signpost"
        title="Tu lugar es la app"
        action={
          <div className="flex flex-col gap-2">
            <a href="/" className={buttonClasses('primary', true)}>
              Ir a la app
            </a>
            <SignOut />
          </div>
        }
      >
        La consola es para quienes trabajan en la red. Tus puntos y tus pagos están en la app; allá
        entrá de nuevo.
      </EmptyState>
    </ConsoleAuthLayout>
  )
}
