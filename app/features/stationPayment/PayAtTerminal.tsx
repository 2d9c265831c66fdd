import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { typedCents } from '#app/features/stationPayment/typedCents.ts'
import { openPaymentRequest } from '#contract/payments/openPaymentRequest.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Card } from '#kit/display/Card.tsx'
import { Field } from '#kit/form/Field.tsx'
import { MutationForm, useMutationForm } from '#kit/form/MutationForm.tsx'

const AMOUNT = 'Escribí el importe que muestra la caja, por ejemplo 1.234,50.'

const Typed = z.object({
  terminal: z.string().check(z.trim(), z.minLength(1, 'Escribí el código que muestra la caja.')),
  amount: z.pipe(
    z.pipe(z.string(), z.transform(typedCents)),
    z.number(AMOUNT).check(z.gte(1, AMOUNT)),
  ),
})

/** Opens a till's payment request without a camera, by the code that the till shows and the amount. */
export function PayAtTerminal() {
  const navigate = useNavigate()
  const form = useMutationForm({
    mutation: useCallMutation(openPaymentRequest),
    schema: Typed,
    request: (typed) => typed,
    onSuccess: ({ request }) => navigate({ to: '/readScann', search: { payment: request.code } }),
    refusedFields: { payment_request_unknown: 'amount' },
  })
  return (
    <Card title="Pagar en el surtidor" detail="Sin cámara, con lo que muestra la caja.">
      <MutationForm form={form} action="pagar" button="Ver el pago" kind="quiet">
        {/* Side by side, where the text is not very large. */}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(7.5rem,100%),1fr))] gap-4">
          <Field
            label="Código de la caja"
            name="terminal"
            hint="Por ejemplo, E012-3."
            autoComplete="off"
            autoCapitalize="characters"
            inputMode="text"
            spellCheck={false}
            maxLength={20}
          />
          <Field
            label="Importe"
            name="amount"
            hint="Con centésimos, si los tiene."
            autoComplete="off"
            inputMode="decimal"
            maxLength={20}
          />
        </div>
      </MutationForm>
    </Card>
  )
}
