import { PushSwitch } from '#app/features/push/PushSwitch.tsx'
import {
  type Channel,
  type NotificationPreference,
} from '#contract/entities/notificationPreference.ts'
import { notificationPreferences } from '#contract/user/notificationPreferences.ts'
import { setNotificationPreference } from '#contract/user/setNotificationPreference.ts'
import { useCallMutation, useCallQuery } from '#kit/api/callQueries.ts'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { SubmitError } from '#kit/form/Form.tsx'

/** The subject of each type of notification, by its number on the wire. */
const TYPES: Record<number, { title: string; detail: string }> = {
  1: { title: 'Novedades', detail: 'La bienvenida, tus afiliaciones y recordatorios del auto.' },
  2: { title: 'Mensajes', detail: 'Lo que te contesta la red y el acuse de lo que mandás.' },
  3: { title: 'Promociones', detail: 'Descuentos y beneficios en las estaciones.' },
  4: { title: 'Consumos', detail: 'Cada carga, con los puntos que sumaste.' },
  5: { title: 'Pagos', detail: 'Cómo quedó cada pago con tarjeta. Siempre te lo decimos.' },
  6: { title: 'Vales', detail: 'Los vales que recibís.' },
}
const CHANNELS: Record<Channel, string> = {
  app: 'En la app',
  email: 'Por correo',
  push: 'En el dispositivo',
}

export function NotificationSettings() {
  const query = useCallQuery(notificationPreferences, {})
  return (
    <>
      <p className="text-soft">
        Elegí qué te avisamos de ahora en más. Lo de tus pagos y lo de la seguridad de tu cuenta te
        lo decimos siempre.
      </p>
      <PushSwitch />
      <QueryView query={query} skeleton={<Skeleton shape="row" count={6} />}>
        {({ preferences }) => <Switches preferences={preferences} />}
      </QueryView>
    </>
  )
}

function Switches({ preferences }: { preferences: readonly NotificationPreference[] }) {
  const set = useCallMutation(setNotificationPreference, {
    invalidates: [notificationPreferences],
  })
  const types = [...new Set(preferences.map(({ type }) => type))]
  /** The answer of the last switch, and before it the switch itself: a tap shows at once. */
  const isOn = (one: NotificationPreference) => {
    const { variables: sent } = set
    if (set.isPending && sent?.type === one.type && sent.channel === one.channel)
      return sent.enabled
    return one.enabled
  }
  /** A device is told only what the app shows too. */
  const needsApp = ({ type, channel }: NotificationPreference) =>
    channel === 'push' &&
    !preferences.some((one) => one.type === type && one.channel === 'app' && isOn(one))
  return (
    <>
      <ul
        aria-label="Avisos por tipo"
        className="divide-y divide-line rounded-card border border-line bg-surface shadow-card"
      >
        {types.map((type) => (
          <li key={type} className="flex flex-wrap items-center gap-x-6 gap-y-1 px-5 py-3.5">
            <div className="min-w-0 flex-1 basis-[12rem]">
              <p className="font-medium">{TYPES[type]?.title}</p>
              <p className="text-sm text-pretty text-soft">{TYPES[type]?.detail}</p>
            </div>
            <div className="flex flex-wrap gap-x-6">
              {preferences
                .filter((one) => one.type === type)
                .map((one) => (
                  <Checkbox
                    key={one.channel}
                    aria-label={`${TYPES[type]?.title}: ${CHANNELS[one.channel].toLowerCase()}`}
                    checked={isOn(one) && !needsApp(one)}
                    disabled={one.fixed || needsApp(one)}
                    onChange={({ target }) =>
                      set.mutate({ type, channel: one.channel, enabled: target.checked })
                    }
                  >
                    {CHANNELS[one.channel]}
                  </Checkbox>
                ))}
            </div>
          </li>
        ))}
      </ul>
      <SubmitError action="cambiar tus avisos" mutation={set} />
    </>
  )
}
