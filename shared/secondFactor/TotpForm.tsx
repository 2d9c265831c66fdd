import type { ComponentProps, FormEvent } from 'react'
import { DENIED } from '#contract/responseCodes.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { userData } from '#contract/user/userData.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Text } from '#kit/display/Text.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Form } from '#kit/form/Form.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { useFormValidation } from '#kit/form/useFormValidation.ts'

export interface CodeFormProps {
  /** Runs when the session has shown its second factor; `userData` is refetched by itself. */
  onShown?: (() => void) | undefined
  /** The label of the field. */
  label?: string
  /** The text of the button. */
  action?: string
  /** The field takes the focus when the form opens. */
  focused?: boolean
}

/** Focuses a field when it is drawn. */
const focus = (input: HTMLInputElement | null) => input?.focus()

/** The six digits of the authenticator app. They show the factor in force, or confirm a new one. */
export function CodeForm({
  onShown = () => undefined,
  label = 'Código que muestra la app',
  action = 'Confirmar',
  focused = false,
}: CodeFormProps) {
  const { errors, validate, showAt } = useFormValidation()
  const confirmation = useCallMutation(confirmSecondFactor, { invalidates: [userData] })
  const { error } = confirmation
  const submit = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const fields = validate(currentTarget, confirmSecondFactor.request)
    if (!fields) return
    confirmation.mutate(fields, {
      onSuccess: onShown,
      onError: ({ code, message }) => code === DENIED && showAt(currentTarget, 'code', message),
    })
  }
  return (
    <Form onSubmit={submit}>
      <TotpField name="code" label={label} error={errors.code} {...(focused && { ref: focus })} />
      <SubmitError action="confirmar el código" error={error?.code === DENIED ? null : error} />
      {error?.code === '429' && (
        <Text kind="soft">
          Cada código equivocado duplica la espera. Si se hace larga, entrá por «¿Olvidaste tu
          contraseña?» y poné una nueva: después podés probar enseguida.
        </Text>
      )}
      <Button type="submit" wide busy={confirmation.isPending || confirmation.isSuccess}>
        {action}
      </Button>
    </Form>
  )
}

/** The six digits that an authenticator app shows now, with or without a space. */
export function TotpField(
  props: Pick<ComponentProps<typeof Field>, 'name' | 'label' | 'error' | 'ref'>,
) {
  return (
    <Field
      {...props}
      hint="Seis números, que cambian cada medio minuto."
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
    />
  )
}
