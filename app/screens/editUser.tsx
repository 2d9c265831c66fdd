import { useLocation } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { BackToOverview } from '#app/features/profile/BackToOverview.tsx'
import { BankAccountSection } from '#app/features/profile/BankAccountSection.tsx'
import { ChangePassword } from '#app/features/profile/ChangePassword.tsx'
import { EmailChange } from '#app/features/profile/EmailChange.tsx'
import { NotificationSettings } from '#app/features/profile/NotificationSettings.tsx'
import { PasskeySection } from '#app/features/profile/PasskeySection.tsx'
import { PersonalDataSection } from '#app/features/profile/PersonalDataSection.tsx'
import { ProfileOverview } from '#app/features/profile/ProfileOverview.tsx'
import { ProfileSection } from '#app/features/profile/ProfileSection.tsx'
import { type Section, sectionOf, TITLES } from '#app/features/profile/profileSections.ts'
import { SessionList } from '#app/features/profile/SessionList.tsx'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'

const PARTS: Record<Section, FunctionComponent> = {
  profile: ProfileSection,
  email: EmailChange,
  password: ChangePassword,
  passkeys: PasskeySection,
  bank: BankAccountSection,
  sessions: SessionList,
  notifications: NotificationSettings,
  data: PersonalDataSection,
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
