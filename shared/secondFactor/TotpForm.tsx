import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { userData } from '#contract/user/userData.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Text } from '#kit/display/Text.tsx'
import { Form } from '#kit/form/Form.tsx'
import { formText } from '#kit/form/formText.ts'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { TotpField } from '#shared/secondFactor/TotpField.tsx'

export interface CodeFormProps {
  /** Runs when the session has shown its second factor; `userData` is refetched by itself. */
  onShown?: (answer: AnswerOf<typeof confirmSecondFactor>) => void
  /** The label of the field. */
  label?: string
  /** The text of the button. */
  action?: string
  /** The field takes the focus when the form opens. */
  focused?: boolean
}

/** The six digits of the authenticator app. They show the factor in force, or confirm a new one. */
export function CodeForm({
  onShown = () => undefined,
  label = 'Código que muestra la app',
  action = 'Confirmar',
  focused = false,
}: CodeFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<string>()
  const confirmation = useCallMutation(confirmSecondFactor, { invalidates: [userData] })
  useEffect(() => {
    if (focused) focusCode(form.current)
  }, [focused])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = formText(event.currentTarget, 'code')
    const invalid = confirmSecondFactor.request.safeParse({ code }).error?.issues[0]?.message
    setError(invalid)
    if (invalid) return focusCode(form.current)
    confirmation.mutate(
      { code },
      {
        onSuccess: onShown,
        onError: (refused) => {
          if (refused.code !== DENIED) return
          setError(refused.message)
          focusCode(form.current)
        },
      },
    )
  }
  return (
    <Form ref={form} onSubmit={submit}>
      <TotpField name="code" label={label} error={error} />
      <SubmitError action="confirmar el código" error={error ? null : confirmation.error} />
      {confirmation.error?.code === '429' && (
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

const focusCode = (form: HTMLFormElement | null) =>
  (form?.elements.namedItem('code') as HTMLElement | null)?.focus()
