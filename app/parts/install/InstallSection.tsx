import { InstallCard } from '#app/parts/install/InstallCard.tsx'
import { useInstallWay } from '#app/parts/install/useInstallWay.ts'
import { Section } from '#kit/layout/Section.tsx'

/** Where the app can always be installed; draws nothing when it is, or when the browser cannot. */
export function InstallSection() {
  const way = useInstallWay()
  if (way === null) return null
  return (
    <Section title="En este dispositivo">
      <InstallCard way={way} />
    </Section>
  )
}
