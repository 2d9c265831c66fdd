import { useSession } from '#app/context.ts'
import { SignOut } from '#app/parts/shell/SignOut.tsx'
import { buttonClasses } from '#kit/style/buttonClasses.ts'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'

/** For people whose roles open no page of the app: their work is in the console. */
export default function ConsoleOnly() {
  const session = useSession()
  return (
    <AuthLayout title={`Hola, ${session?.user.firstName ?? ''}`}>
      <EmptyState
        picture="signpost"
        title="Tu lugar es la consola"
        action={
          <div className="flex flex-col gap-2">
            <a href="/consola/" className={buttonClasses('primary', true)}>
              Ir a la consola
            </a>
            <SignOut />
          </div>
        }
      >
        Esta app es para quienes cargan en la red. La consola tiene su propia sesión: allá entrá de
        nuevo.
      </EmptyState>
    </AuthLayout>
  )
}
