import { useConsole } from '#console/context.ts'
import { ConsoleAuthLayout } from '#console/parts/ConsoleAuthLayout.tsx'
import { SignOut } from '#console/parts/SignOut.tsx'
import { EnrolForm } from '#kit/secondFactor/EnrolForm.tsx'

/** Enrols the second factor of an operator without one. No other page opens before. */
export default function SecondFactor() {
  const { session } = useConsole()
  return (
    <ConsoleAuthLayout
      title="Tu segundo factor"
      lead="Quien decide sobre otros ingresa con algo más que una contraseña: un código que cambia cada medio minuto."
    >
      <EnrolForm
        // The session has now shown the factor, and the guard opens the other pages.
        onShown={() => session.update((stored) => ({ ...stored, secondFactor: true }))}
      />
      <SignOut />
    </ConsoleAuthLayout>
  )
}
