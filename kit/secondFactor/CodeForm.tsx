import { type FormEvent, useState } from 'react'
import type { AnswerOf } from '#contract/service.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { userData } from '#contract/user/userData.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Form } from '#kit/form/Form.tsx'
import { formText } from '#kit/form/formText.ts'
import { SubmitError } from '#kit/form/SubmitError.tsx'

export interface CodeFormProps {
  /** Runs when the session has shown its second factor; `userData` is refetched by itself. */
  onShown?: (answer: AnswerOf<typeof confirmSecondFactor>) => void
}

/** The six digits of the authenticator app. They show the factor in force, or confirm a new one. */
export function CodeForm({ onShown = () => undefined }: CodeFormProps) {
  const [error, setError] = useState<string>()
  const confirmation = useCallMutation(confirmSecondFactor, { invalidates: [userData] })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const code = formText(form, 'code')
    const invalid = confirmSecondFactor.request.safeParse({ code }).error?.issues[0]?.message
    setError(invalid)
    if (invalid) return (form.elements.namedItem('code') as HTMLElement).focus()
    confirmation.mutate({ code }, { onSuccess: onShown })
  }
  return (
    <Form onSubmit={submit}>
      <Field
        label="Código que muestra la app"
        hint="Seis números, que cambian cada medio minuto."
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        error={error}
      />
      <SubmitError error={confirmation.error} />
      <Button type="submit" wide busy={confirmation.isPending || confirmation.isSuccess}>
        Confirmar
      </Button>
    </Form>
  )
}
