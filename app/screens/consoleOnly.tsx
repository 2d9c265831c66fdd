import { useSession } from '#app/context.ts'
import { SignOut } from '#app/features/shell/SignOut.tsx'
import { OtherAppPage } from '#shared/shell/OtherAppPage.tsx'

/** For a user whose roles open no page of the app but do open the console. */
export default function ConsoleOnly() {
  return (
    <OtherAppPage
      firstName={useSession()?.user.firstName ?? ''}
      program="la consola"
      href="/consola/"
      signOut={<SignOut />}
    >
      Esta app es para quienes cargan en la red. La consola tiene su propia sesión: allá entrá de
      nuevo.
    </OtherAppPage>
  )
}
