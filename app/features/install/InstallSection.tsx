import { InstallCard } from '#app/features/install/InstallCard.tsx'
import { useInstallMethod } from '#app/features/install/useInstallMethod.ts'
import { Section } from '#kit/layout/Section.tsx'

/** Where the app can always be installed; draws nothing when it is, or when the browser cannot. */
export function InstallSection() {
  const way = useInstallMethod()
  if (way === null) return null
  return (
    <Section title="En este dispositivo">
      <InstallCard way={way} />
    </Section>
  )
}
