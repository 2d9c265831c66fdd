import { useLocation } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { useSession } from '#app/context.ts'
import { BankAccountSection } from '#app/features/profile/BankAccountSection.tsx'
import { DataViewList } from '#app/features/profile/DataViewList.tsx'
import { EmailChange } from '#app/features/profile/EmailChange.tsx'
import { NotificationSettings } from '#app/features/profile/NotificationSettings.tsx'
import { PersonalDataSection } from '#app/features/profile/PersonalDataSection.tsx'
import { ProfileSection } from '#app/features/profile/ProfileForm.tsx'
import { ProfileOverview } from '#app/features/profile/ProfileOverview.tsx'
import { SECTIONS, type Section, sectionOf } from '#app/features/profile/profileSections.ts'
import { SessionList } from '#app/features/profile/SessionList.tsx'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { Card } from '#kit/display/Card.tsx'
import { ChangePasswordForm } from '#shared/account/ChangePasswordForm.tsx'
import { PasskeyList } from '#shared/passkeys/PasskeyList.tsx'

const PARTS: Record<Section, FunctionComponent> = {
  profile: ProfileSection,
  email: EmailChange,
  password: PasswordSection,
  passkeys: PasskeySection,
  bank: BankAccountSection,
  sessions: SessionList,
  notifications: NotificationSettings,
  views: DataViewList,
  data: PersonalDataSection,
}

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
    <AppScreen
      key={section}
      title={SECTIONS[section].title}
      parent={{ title: 'Mis Datos', url: '/editUser' }}
    >
      <Part />
    </AppScreen>
  )
}

function PasswordSection() {
  const email = useSession()?.user.email
  if (email === undefined) return null
  return (
    <Card>
      <p className="text-soft">
        Al cambiarla cerramos tus sesiones en otros dispositivos, y te avisamos por correo.
      </p>
      <ChangePasswordForm email={email} />
    </Card>
  )
}

function PasskeySection() {
  return (
    <>
      <p className="text-soft">
        Con una llave de acceso ingresás con la huella, la cara o el PIN de tu dispositivo, sin
        escribir la contraseña, que sigue sirviendo. Nadie puede robártela con una página falsa.
      </p>
      <PasskeyList />
    </>
  )
}
