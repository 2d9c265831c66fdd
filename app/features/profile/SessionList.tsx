import { MonitorSmartphone, Smartphone } from 'lucide-react'
import { useNow } from '#app/device/useNow.ts'
import { endSession } from '#contract/user/endSession.ts'
import { type AccountSession, sessions } from '#contract/user/sessions.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Button } from '#kit/display/Button.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { List } from '#kit/display/List.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { useConfirmedCall } from '#kit/feedback/useConfirmedCall.tsx'
import { SubmitError } from '#kit/form/Form.tsx'
import { dayHeading, timeOfDay } from '#kit/format/dates.ts'

export function SessionList() {
  const query = useCallQuery(sessions, {})
  return (
    <>
      <p className="text-soft">
        Acá está abierta tu cuenta. Si hay algo que no reconocés, cerralo y cambiá tu contraseña. No
        guardamos desde dónde te conectás.
      </p>
      <QueryView query={query} skeleton={<Skeleton shape="row" count={3} />}>
        {(data) => <Sessions all={data.sessions} />}
      </QueryView>
    </>
  )
}

function Sessions({ all }: { all: readonly AccountSession[] }) {
  const others = all.filter(({ current }) => !current)
  /** Ends one session; without it all others. */
  const end = useConfirmedCall(endSession, {
    invalidates: [sessions],
    question: (one?: AccountSession) =>
      one
        ? {
            title: '¿Cerrar esa sesión?',
            verb: 'Cerrar esa sesión',
            text: `${nameOf(one)}: para volver a entrar ahí va a hacer falta tu contraseña.`,
          }
        : {
            title: '¿Cerrar todas las demás?',
            verb: 'Cerrar las demás',
            text: `Se cierran ${others.length} sesiones. Esta sigue abierta.`,
          },
    request: (one) => ({ sessionId: one?.sessionId ?? '' }),
    onSuccess: (_answer, one) => showToast(one ? 'Cerramos esa sesión' : 'Cerramos las demás'),
  })
  return (
    <>
      <List label="Sesiones abiertas">
        {all.map((session) => (
          <SessionRow key={session.sessionId} session={session} onEnd={() => end.ask(session)} />
        ))}
      </List>
      <SubmitError action="cerrar la sesión de otro dispositivo" mutation={end} />
      {others.length > 1 && (
        <Button kind="quiet" wide onClick={() => end.ask(undefined)}>
          Cerrar todas las demás
        </Button>
      )}
      {others.length === 0 && <p className="text-soft">No está abierta en ningún otro lado.</p>}
      {end.dialog}
    </>
  )
}

interface RowProps {
  session: AccountSession
  onEnd: () => void
}

function SessionRow({ session, onEnd }: RowProps) {
  const now = useNow()
  const { platform, since, lastUse, current } = session
  const icon = platform === 'b' ? MonitorSmartphone : Smartphone
  return (
    <li className="flex min-h-18 flex-wrap items-center gap-x-3.5 gap-y-2 px-4 py-3">
      <IconCircle icon={icon} tone={current ? 'good' : 'neutral'} />
      <div className="min-w-0 flex-1 basis-[10rem]">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {nameOf(session)}
          {current && <Badge tone="good">Esta sesión</Badge>}
        </p>
        <p className="text-sm text-soft">
          {current ? 'En uso ahora' : `Último uso: ${when(lastUse, now)}`}
        </p>
        <p className="text-sm text-soft">Abierta: {when(since, now)}</p>
      </div>
      {!current && (
        <Button kind="plain" aria-label={`Cerrar la sesión de ${nameOf(session)}`} onClick={onEnd}>
          Cerrar
        </Button>
      )}
    </li>
  )
}

const KINDS = { a: 'App en Android', i: 'App en iPhone', b: 'Navegador', '': '' }

const nameOf = ({ device, platform }: AccountSession): string =>
  device || KINDS[platform] || 'Dispositivo desconocido'

/** `hoy a las 14:32` */
function when(stamp: string, now: Date): string {
  const day = dayHeading(stamp, now)
  return `${day.charAt(0).toLowerCase()}${day.slice(1)} a las ${timeOfDay(stamp)}`
}
