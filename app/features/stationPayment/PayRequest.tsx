import { useGateway } from '#app/features/payments/useGateway.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { PaymentRequest } from '#contract/entities/paymentRequest.ts'
import { openPaymentRequest } from '#contract/payments/openPaymentRequest.ts'
import { Button } from '#kit/display/Button.tsx'
import { Money } from '#kit/display/Money.tsx'
import { StatPanel } from '#kit/display/StatPanel.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { money } from '#kit/format/numbers.ts'

interface Props {
  request: PaymentRequest
  geopay: AnswerOf<typeof openPaymentRequest>['geopay']
  /** Until the request ends. */
  secondsLeft: number
}

/** A request that the driver may pay: amount, time left, and the way to the gateway's page. */
export function PayRequest({ request, geopay, secondsLeft }: Props) {
  const { debt, state } = request
  const { busy, failure, pay } = useGateway(geopay, [openPaymentRequest])
  const amount = money(debt.amount, debt.currency)
  // A payment that this button has just opened is not shown as begun earlier.
  const isBegun = state === 'paying' && !busy
  return (
    <>
      <StatPanel
        label={debt.merchantName}
        figure={<Money cents={debt.amount} currency={debt.currency} large />}
      >
        <TimeLeft seconds={secondsLeft} />
      </StatPanel>
      {isBegun && (
        <Alert title="Ya empezaste este pago">
          Podés seguir donde lo dejaste. Si ya escribiste la tarjeta en otra ventana, terminalo ahí.
        </Alert>
      )}
      <div className="flex min-w-0 flex-col gap-4">
        {failure !== null && <Alert tone="bad">{failure}</Alert>}
        <Button wide busy={busy} onClick={() => pay(debt)}>
          {busy
            ? 'Abriendo el pago…'
            : failure === null
              ? `${isBegun ? 'Seguir pagando' : 'Pagar'} ${amount}`
              : 'Probar de nuevo'}
        </Button>
      </div>
    </>
  )
}

/** The time left, which changes each second and is announced when its last minute begins. */
function TimeLeft({ seconds }: { seconds: number }) {
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <>
      <p role="timer" aria-live="off">
        Te quedan <strong className="figures text-on-deep">{time}</strong> para pagar
      </p>
      <p className="sr-only">{seconds <= 60 ? 'Te queda menos de un minuto para pagar.' : ''}</p>
    </>
  )
}
