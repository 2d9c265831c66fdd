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
import { InstallCard, useInstallMethod } from '#app/features/install/InstallCard.tsx'
import { BiometricUnlockSwitch } from '#app/features/profile/BiometricUnlockSwitch.tsx'
import { SECTIONS, type Section as SectionName } from '#app/features/profile/profileSections.ts'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { List } from '#kit/display/List.tsx'
import { ListItem } from '#kit/display/ListItem.tsx'
import { UserSummary } from '#kit/display/UserSummary.tsx'
import { mobileText } from '#kit/format/person.ts'
import { Section } from '#kit/layout/Section.tsx'

/** Who is signed in, and the way to each part. */
export function ProfileOverview() {
  const session = useSession()
  const installMethod = useInstallMethod()
  if (!session) return null
  const { firstName, firstSurname, email, mobile } = session.user
  const item = (name: SectionName, icon: LucideIcon, detail: string) => (
    <ListItem
      mark={<IconCircle icon={icon} />}
      title={SECTIONS[name].title}
      detail={<span className="wrap-anywhere">{detail}</span>}
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
        <List label="Tu perfil">
          {item('profile', User, `Nombre, ${mobileText(mobile)}, dirección`)}
          {item('bank', Landmark, 'Dónde te pagan los programas')}
          {item('notifications', Bell, 'Qué te avisamos y cómo')}
        </List>
      </Section>
      <Section title="Ingreso y seguridad">
        <List label="Ingreso y seguridad">
          {item('email', Mail, email)}
          {item('password', KeyRound, 'Cambiala cuando quieras')}
          {item('passkeys', Fingerprint, 'Ingresar con huella, cara o PIN')}
          {item('sessions', MonitorSmartphone, 'Dónde está abierta tu cuenta')}
        </List>
        <BiometricUnlockSwitch />
      </Section>
      <Section title="Privacidad">
        <List label="Privacidad">{item('data', FileText, 'Descargarlos o borrar la cuenta')}</List>
      </Section>
      {installMethod !== null && (
        <Section title="En este dispositivo">
          <InstallCard way={installMethod} />
        </Section>
      )}
    </>
  )
}
