import {
  Bell,
  FileText,
  Fingerprint,
  KeyRound,
  Landmark,
  type LucideIcon,
  Mail,
  MonitorSmartphone,
  User,
} from 'lucide-react'
import { useSession } from '#app/context.ts'
import { InstallSection } from '#app/features/install/InstallSection.tsx'
import { BiometricUnlockSwitch } from '#app/features/profile/BiometricUnlockSwitch.tsx'
import { type Section as SectionName, TITLES } from '#app/features/profile/profileSections.ts'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { List } from '#kit/display/List.tsx'
import { ListItem } from '#kit/display/ListItem.tsx'
import { UserSummary } from '#kit/display/UserSummary.tsx'
import { mobileText } from '#kit/format/person.ts'
import { Section } from '#kit/layout/Section.tsx'

const ICONS: Record<SectionName, LucideIcon> = {
  profile: User,
  email: Mail,
  password: KeyRound,
  passkeys: Fingerprint,
  bank: Landmark,
  sessions: MonitorSmartphone,
  notifications: Bell,
  data: FileText,
}

/** Who is signed in, and the way to each part. */
export function ProfileOverview() {
  const session = useSession()
  if (!session) return null
  const { firstName, firstSurname, email, mobile } = session.user
  const details: Record<SectionName, string> = {
    profile: `Nombre, ${mobileText(mobile)}, dirección`,
    email,
    password: 'Cambiala cuando quieras',
    passkeys: 'Ingresar con huella, cara o PIN',
    bank: 'Dónde te pagan los programas',
    sessions: 'Dónde está abierta tu cuenta',
    notifications: 'Qué te avisamos y cómo',
    data: 'Descargarlos o borrar la cuenta',
  }
  const item = (name: SectionName) => (
    <ListItem
      key={name}
      mark={<IconCircle icon={ICONS[name]} />}
      title={TITLES[name]}
      detail={<span className="wrap-anywhere">{details[name]}</span>}
      to="/editUser"
      search={{ section: name }}
    />
  )
  return (
    <>
      <Card>
        <UserSummary name={`${firstName} ${firstSurname}`} detail={email} />
      </Card>
      <Section title="Tu perfil">
        <List label="Tu perfil">{(['profile', 'bank', 'notifications'] as const).map(item)}</List>
      </Section>
      <Section title="Ingreso y seguridad">
        <List label="Ingreso y seguridad">
          {(['email', 'password', 'passkeys', 'sessions'] as const).map(item)}
        </List>
        <BiometricUnlockSwitch />
      </Section>
      <Section title="Privacidad">
        <List label="Privacidad">{item('data')}</List>
      </Section>
      <InstallSection />
    </>
  )
}
