import { useLocation } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { BackToOverview } from '#app/parts/profile/BackToOverview.tsx'
import { BankAccountSection } from '#app/parts/profile/BankAccountSection.tsx'
import { ChangePassword } from '#app/parts/profile/ChangePassword.tsx'
import { DataSection } from '#app/parts/profile/DataSection.tsx'
import { EmailChange } from '#app/parts/profile/EmailChange.tsx'
import { NotificationSettings } from '#app/parts/profile/NotificationSettings.tsx'
import { PasskeySection } from '#app/parts/profile/PasskeySection.tsx'
import { ProfileOverview } from '#app/parts/profile/ProfileOverview.tsx'
import { ProfileSection } from '#app/parts/profile/ProfileSection.tsx'
import { SessionList } from '#app/parts/profile/SessionList.tsx'
import { type Section, sectionOf, TITLES } from '#app/parts/profile/sections.ts'
import { AppScreen } from '#app/parts/shell/AppScreen.tsx'

const PARTS: Record<Section, FunctionComponent> = {
  profile: ProfileSection,
  email: EmailChange,
  password: ChangePassword,
  passkeys: PasskeySection,
  bank: BankAccountSection,
  sessions: SessionList,
  notifications: NotificationSettings,
  data: DataSection,
}

/** Mis Datos: an overview, and its parts by the query parameter `section`. */
export default function EditUser() {
  const section = useLocation({ select: ({ search }) => sectionOf(search) })
  if (!section)
    return (
      <AppScreen key="overview" title="Mis Datos">
        <ProfileOverview />
      </AppScreen>
    )
  const Part = PARTS[section]
  // The key moves the focus to the heading of the next part.
  return (
    <AppScreen key={section} title={TITLES[section]}>
      <BackToOverview />
      <Part />
    </AppScreen>
  )
}
