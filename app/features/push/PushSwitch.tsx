import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useApp } from '#app/context.ts'
import { PushHint } from '#app/features/push/PushHints.tsx'
import { disablePush, enablePush } from '#app/features/push/registerDevice.ts'
import { usePushState } from '#app/features/push/usePushState.ts'
import { pushSettings } from '#contract/push/pushSettings.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { Checkbox } from '#kit/form/Checkbox.tsx'

/** Turns the notifications of this device on and off, and says what its locked screen may show. */
export function PushSwitch() {
  const query = useCallQuery(pushSettings, {})
  return (
    <QueryView query={query} skeleton={<Skeleton shape="card" count={1} />}>
      {({ subscription }) => <Device detail={subscription?.detail} />}
    </QueryView>
  )
}

/** @param detail what the locked screen may show; undefined: this device is not registered */
function Device({ detail }: { detail: boolean | undefined }) {
  const { call } = useApp()
  const client = useQueryClient()
  const [state, setState] = usePushState()
  const refresh = () => client.invalidateQueries({ queryKey: [pushSettings.name] })
  const enable = useMutation({
    mutationFn: (withDetail: boolean) => enablePush(call, withDetail),
    onSuccess: setState,
    onSettled: refresh,
  })
  const disable = useMutation({ mutationFn: () => disablePush(call), onSettled: refresh })
  const isOn = detail !== undefined && state === 'granted'
  const isBusy = enable.isPending || disable.isPending
  return (
    <Card
      mark={<IconCircle icon={BellRing} tone={isOn ? 'good' : 'neutral'} />}
      title="Avisos en este dispositivo"
      badge={isOn && <Badge tone="good">Activados</Badge>}
    >
      {state === undefined && <Skeleton shape="row" count={1} />}
      {state && <PushHint state={state} />}
      {isOn && (
        <>
          <Checkbox
            checked={enable.isPending ? enable.variables : detail}
            onChange={({ target }) => enable.mutate(target.checked)}
          >
            Mostrar el detalle en la pantalla bloqueada
          </Checkbox>
          <p className="text-soft">
            {detail
              ? 'Quien tenga el teléfono a la vista lee el aviso entero, también los importes.'
              : 'Los avisos dicen solo de qué se trata, sin nombres ni importes.'}
          </p>
          <div>
            <Button kind="quiet" busy={isBusy} onClick={() => disable.mutate()}>
              Dejar de recibirlos acá
            </Button>
          </div>
        </>
      )}
      {!isOn && (state === 'ask' || state === 'granted') && (
        <>
          <p className="text-soft">
            Te avisamos acá aunque no tengas Surtidor abierto. Cuando cierres la sesión, dejamos de
            hacerlo.
          </p>
          <div>
            <Button busy={isBusy} onClick={() => enable.mutate(false)}>
              Activar los avisos acá
            </Button>
          </div>
        </>
      )}
      {(enable.isError || disable.isError) && (
        <Alert tone="bad">No lo pudimos guardar. Fijate si tenés conexión y probá de nuevo.</Alert>
      )}
    </Card>
  )
}
