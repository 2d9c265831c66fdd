import { useSession } from '#console/context.ts'
import { SignOut } from '#console/features/SignOut.tsx'
import { OtherAppPage } from '#shared/shell/OtherAppPage.tsx'

/** For a user whose roles open no page of the console: they belong in the app. */
export default function AppOnly() {
  return (
    <OtherAppPage
      firstName={useSession()?.firstName ?? ''}
      program="la app"
      href="/"
      signOut={<SignOut />}
    >
      La consola es para quienes trabajan en la red. Tus puntos y tus pagos están en la app; allá
      entrá de nuevo.
    </OtherAppPage>
  )
}
