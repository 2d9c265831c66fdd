import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useConsole } from '#console/context.ts'
import { ConsoleAuthLayout } from '#console/parts/ConsoleAuthLayout.tsx'
import { SignOut } from '#console/parts/SignOut.tsx'
import type { AnswerOf } from '#contract/service.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { enrolSecondFactor } from '#contract/user/enrolSecondFactor.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Form } from '#kit/form/Form.tsx'
import { formText } from '#kit/form/formText.ts'
import { PasswordField } from '#kit/form/PasswordField.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { buttonClasses } from '#kit/style/buttonClasses.ts'

/**
 * Enrols the second factor of an operator without one: password, key, code. No other page opens
 * before.
 */
export default function SecondFactor() {
  const enrolment = useCallMutation(enrolSecondFactor)
  return (
    <ConsoleAuthLayout
      title="Tu segundo factor"
      lead="Quien decide sobre otros ingresa con algo más que una contraseña: un código que cambia cada medio minuto."
    >
      {enrolment.data ? <Confirm {...enrolment.data} /> : <Enrol enrolment={enrolment} />}
      <SignOut />
    </ConsoleAuthLayout>
  )
}

type Enrolment = ReturnType<typeof useCallMutation<typeof enrolSecondFactor>>

function Enrol({ enrolment }: { enrolment: Enrolment }) {
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = formText(event.currentTarget, 'password')
    const invalid = enrolSecondFactor.request.safeParse({ password }).error?.issues[0]?.message
    setError(invalid)
    if (!invalid) enrolment.mutate({ password })
  }
  return (
    <Form onSubmit={submit}>
      <PasswordField
        label="Tu contraseña, otra vez"
        name="password"
        autoComplete="current-password"
        error={error}
      />
      <SubmitError error={enrolment.error} />
      <Button type="submit" wide busy={enrolment.isPending}>
        Ver mi clave
      </Button>
    </Form>
  )
}

function Confirm({ secret, uri }: AnswerOf<typeof enrolSecondFactor>) {
  const { session } = useConsole()
  const [error, setError] = useState<string>()
  const key = useRef<HTMLParagraphElement>(null)
  useEffect(() => key.current?.focus(), [])
  const confirmation = useCallMutation(confirmSecondFactor)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = formText(event.currentTarget, 'code')
    const invalid = confirmSecondFactor.request.safeParse({ code }).error?.issues[0]?.message
    setError(invalid)
    if (invalid) return
    // The session has now verified the factor, and the guard opens the other pages.
    confirmation.mutate(
      { code },
      { onSuccess: () => session.update((stored) => ({ ...stored, secondFactor: true })) },
    )
  }
  return (
    <Form onSubmit={submit}>
      <div className="flex flex-col gap-3 rounded-control bg-sunken p-4">
        <p>Cargá esta clave en tu app de códigos. Se muestra una sola vez.</p>
        <p
          ref={key}
          tabIndex={-1}
          className="figures font-mono text-lg font-semibold tracking-wide select-all"
        >
          {inFours(secret)}
        </p>
        <a href={uri} className={buttonClasses('quiet', true)}>
          Abrir en la app de códigos
        </a>
      </div>
      <Field
        label="Código que muestra la app"
        hint="Seis números."
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        error={error}
      />
      <SubmitError error={confirmation.error} />
      <Button type="submit" wide busy={confirmation.isPending}>
        Confirmar
      </Button>
    </Form>
  )
}

/** A long key in groups of four, to be typed by hand. */
const inFours = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? ''
