import { useMutation, useQuery } from '@tanstack/react-query'
import {
  Bell,
  Eye,
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
import type { DeviceUnlock } from '#app/device/nativeImplementations.ts'
import { InstallCard, useInstallMethod } from '#app/features/install/InstallCard.tsx'
import { SECTIONS, type Section as SectionName } from '#app/features/profile/profileSections.ts'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { UserSummary } from '#kit/display/UserSummary.tsx'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { mobileText } from '#kit/format/person.ts'
import { ListSection, Section } from '#kit/layout/Section.tsx'

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
      <ListSection title="Tu perfil">
        {item('profile', User, `Nombre, ${mobileText(mobile)}, dirección`)}
        {item('bank', Landmark, 'Dónde te pagan los programas')}
        {item('notifications', Bell, 'Qué te avisamos y cómo')}
      </ListSection>
      <Section title="Ingreso y seguridad">
        <List label="Ingreso y seguridad">
          {item('email', Mail, email)}
          {item('password', KeyRound, 'Cambiala cuando quieras')}
          {item('passkeys', Fingerprint, 'Ingresar con huella, cara o PIN')}
          {item('sessions', MonitorSmartphone, 'Dónde está abierta tu cuenta')}
        </List>
        <BiometricUnlockSwitch />
      </Section>
      <ListSection title="Privacidad">
        {item('views', Eye, 'Cuándo los vio el equipo de Surtidor')}
        {item('data', FileText, 'Descargarlos o borrar la cuenta')}
      </ListSection>
      {installMethod !== null && (
        <Section title="En este dispositivo">
          <InstallCard way={installMethod} />
        </Section>
      )}
    </>
  )
}

/** On a phone that can recognise its owner: whether it asks for them before it opens the account. */
function BiometricUnlockSwitch() {
  const unlock = globalThis.nativeImplementations?.unlock
  return unlock ? <Switch unlock={unlock} /> : null
}

function Switch({ unlock }: { unlock: DeviceUnlock }) {
  const possible = useQuery({
    queryKey: ['deviceUnlock'],
    queryFn: unlock.isPossible,
    networkMode: 'always',
  })
  const set = useMutation({ mutationFn: unlock.set })
  if (!possible.data) return null
  return (
    <Card>
      <Checkbox
        checked={set.isPending ? set.variables : (set.data ?? unlock.isOn())}
        disabled={set.isPending}
        onChange={({ target }) => set.mutate(target.checked)}
      >
        Abrir con huella, cara o el código del teléfono
      </Checkbox>
      <p className="text-soft">
        Te lo pedimos al abrir la app y después de cinco minutos afuera de ella.
      </p>
    </Card>
  )
}
