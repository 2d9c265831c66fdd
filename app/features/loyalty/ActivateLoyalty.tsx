import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { BillingFields } from '#app/features/loyalty/JoinForm.tsx'
import { useLoyalties } from '#app/features/loyalty/useLoyalties.ts'
import { MembershipRequestDraft } from '#contract/entities/membershipRequest.ts'
import { singleLine } from '#contract/fields/text.ts'
import { activeMembershipList } from '#contract/loyalty/activeMembershipList.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Disclosure } from '#kit/display/Disclosure.tsx'
import { List } from '#kit/display/List.tsx'
import { TextLink } from '#kit/display/TextLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Form } from '#kit/form/Form.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { useFormValidation } from '#kit/form/useFormValidation.ts'

const { clientRUT, clientCardNumber } = MembershipRequestDraft.shape
const Activation = z.object({
  loyaltyCode: singleLine(40, 'El código').check(
    z.minLength(1, 'Escribí el código de tu afiliación.'),
  ),
  clientRUT,
  clientCardNumber,
})

/**
 * Activates a loyalty: finds it by its code, alone or with RUT and card number, and selects it
 * for the lists of this device.
 */
export function ActivateLoyalty() {
  return (
    <List label="Activar una afiliación">
      <Disclosure title="Activar una afiliación con su código">
        <ActivationForm />
      </Disclosure>
    </List>
  )
}

function ActivationForm() {
  const { select } = useLoyalties()
  const { errors, validate } = useFormValidation()
  const search = useCallMutation(activeMembershipList)
  const [typed, setTyped] = useState('')
  const found = search.data?.memberships[0]

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const fields = validate(event.currentTarget, Activation)
    if (!fields) return
    const { loyaltyCode, ...others } = fields
    setTyped(loyaltyCode)
    // Only the fields that were filled in are sent.
    const given = Object.fromEntries(Object.entries(others).filter(([, text]) => text !== ''))
    search.mutate(
      { loyaltyCode, ...given },
      { onSuccess: ({ memberships: [first] }) => first && select(first.loyaltyCode) },
    )
  }
  return (
    <Form onSubmit={submit}>
      <p>
        Escribí el código que figura en tu afiliación. Si cargás para una empresa o tenés tarjeta,
        sumá el RUT o el número para encontrar justo esa.
      </p>
      <Field
        label="Código de la afiliación"
        name="loyaltyCode"
        autoComplete="off"
        maxLength={40}
        error={errors.loyaltyCode}
      />
      <BillingFields values={{}} errors={errors} />
      <SubmitError action="buscar tu afiliación" error={search.error} />
      {search.isSuccess &&
        (found ? (
          <Alert tone="good" title="Quedó activada">
            <p>Es la que vas a ver en Consumo y en el inicio de este teléfono.</p>
            <TextLink to="/loyalty" search={{ loyaltyCode: found.loyaltyCode }}>
              Ver la tarjeta
            </TextLink>
          </Alert>
        ) : (
          <Alert tone="bad">
            La afiliación {typed} no tiene ese RUT o esa tarjeta. Revisalos, o probá con el código
            solo.
          </Alert>
        ))}
      <Button type="submit" kind="quiet" busy={search.isPending}>
        Activar
      </Button>
    </Form>
  )
}
