import { type ComponentProps, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { AnswerOf } from '#contract/call.ts'
import { ENROLMENT_CODE_REQUIRED, EnrolmentCode } from '#contract/fields/groupedCode.ts'
import { currentPassword } from '#contract/fields/password.ts'
import { TotpCode } from '#contract/fields/totpCode.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { enrolSecondFactor, SECOND_FACTOR_REQUIRED } from '#contract/user/enrolSecondFactor.ts'
import { userData } from '#contract/user/userData.ts'
import type { ApiError } from '#kit/api/apiError.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { QrCode } from '#kit/display/QrCode.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Form, SubmitError } from '#kit/form/Form.tsx'
import { type FormMutation, MutationForm, useMutationForm } from '#kit/form/MutationForm.tsx'
import { PasswordField } from '#kit/form/PasswordField.tsx'
import { buttonClasses } from '#kit/style/buttonClasses.ts'
import { useAddPasskey } from '#shared/passkeys/useAddPasskey.ts'

const password = currentPassword()
/**
 * The fields by what is required beside the password: the one-time code of the administration
 * (`npm run role`), a code of the app that is replaced, or nothing beside a passkey that was shown.
 */
const FIELDS = {
  enrolmentCode: z.object({
    enrolmentCode: EnrolmentCode.check(z.minLength(1, ENROLMENT_CODE_REQUIRED)),
    password,
  }),
  code: z.object({
    password,
    secondFactor: TotpCode.check(z.minLength(1, SECOND_FACTOR_REQUIRED)),
  }),
  nothing: z.object({ password }),
}
type Asked = keyof typeof FIELDS
type Fields = z.output<(typeof FIELDS)[Asked]>

/**
 * Enrols an authenticator app: the fields, then the key as a QR code and as text, then a code of it. It
 * is the first second factor of an operator, or replaces the one that the session has shown, which
 * stays in force until the new one is confirmed.
 */
export function EnrolForm({
  onShown,
  asks: first = 'enrolmentCode',
}: Pick<CodeFormProps, 'onShown'> & { asks?: Asked }) {
  const enrolment = useCallMutation(enrolSecondFactor)
  const [asks, setAsks] = useState(first)
  if (enrolment.data)
    return (
      <>
        <SecretKey {...enrolment.data} />
        <CodeForm onShown={onShown} />
        <Button kind="plain" wide onClick={() => enrolment.reset()}>
          Empezar de nuevo
        </Button>
      </>
    )
  return (
    <EnrolmentFields
      asks={asks}
      action="guardar tu segundo factor"
      button="Ver mi clave"
      mutation={enrolment}
      onError={({ reason }) => reason === 'second_factor_required' && setAsks('code')}
    />
  )
}

/** Enrols a passkey as the first second factor of an operator. */
export function EnrolPasskey({ onShown }: { onShown: () => void }) {
  return (
    <EnrolmentFields
      asks="enrolmentCode"
      button="Crear mi llave de acceso"
      mutation={useAddPasskey()}
      onSuccess={onShown}
    />
  )
}

interface Props<Answer> {
  asks: Asked
  /** The action that needs a network, as in SubmitError. */
  action?: string
  button: string
  mutation: FormMutation<Answer, Fields> & { isSuccess: boolean }
  onSuccess?: () => void
  onError?: (error: ApiError) => unknown
}

function EnrolmentFields<Answer>({ asks, action, button, mutation, ...outcome }: Props<Answer>) {
  const form = useMutationForm({
    ...outcome,
    mutation,
    schema: FIELDS[asks],
    request: (fields) => fields,
    refusedFields: {
      wrong_password: 'password',
      wrong_enrolment_code: 'enrolmentCode',
      enrolment_code_required: 'enrolmentCode',
      wrong_second_factor: 'secondFactor',
      second_factor_required: 'secondFactor',
    },
  })
  return (
    <MutationForm
      form={form}
      action={action}
      button={button}
      busy={mutation.isPending || mutation.isSuccess}
    >
      {asks === 'enrolmentCode' && (
        <Field
          label="Código de activación"
          hint="Te lo da quien administra la red: 16 letras y números, con guiones o sin ellos."
          name="enrolmentCode"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={40}
        />
      )}
      <PasswordField label="Tu contraseña, otra vez" />
      {asks === 'code' && <TotpField name="secondFactor" label="Código de tu factor de ahora" />}
    </MutationForm>
  )
}

function SecretKey({ secret, uri }: AnswerOf<typeof enrolSecondFactor>) {
  // The button that had the focus is gone.
  const start = useRef<HTMLParagraphElement>(null)
  useEffect(() => start.current?.focus(), [])
  return (
    <div className="flex flex-col items-center gap-4 rounded-control bg-sunken p-4 text-center">
      <p ref={start} tabIndex={-1} className="text-pretty">
        Escaneá este código con tu app de códigos. Se muestra una sola vez.
      </p>
      <div className="w-full max-w-52">
        <QrCode value={uri} label="Código QR de tu segundo factor" />
      </div>
      <p className="text-sm text-soft">¿No podés escanearlo? Cargá esta clave a mano:</p>
      <p className="figures max-w-full font-mono text-lg font-semibold tracking-wide wrap-anywhere select-all">
        {inFours(secret)}
      </p>
      <a href={uri} className={buttonClasses('quiet', true)}>
        Abrir en la app de códigos
      </a>
    </div>
  )
}

/** A long key in groups of four, to be typed by hand. */
const inFours = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? ''

interface CodeFormProps {
  /** Runs when the session has shown its second factor; `userData` is refetched by itself. */
  onShown?: (() => void) | undefined
  label?: string
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
  const confirmation = useCallMutation(confirmSecondFactor, { invalidates: [userData] })
  const form = useMutationForm({
    mutation: confirmation,
    schema: confirmSecondFactor.request,
    request: (fields) => fields,
    refusedFields: { wrong_second_factor: 'code', second_factor_first: 'code' },
    onSuccess: onShown,
  })
  return (
    <Form form={form} onSubmit={form.submit}>
      <TotpField name="code" label={label} {...(focused && { ref: focus })} />
      <SubmitError action="confirmar el código" mutation={form} />
      {form.error?.code === '429' && (
        <p className="text-soft">
          Cada código equivocado duplica la espera. Si se hace larga, entrá por «¿Olvidaste tu
          contraseña?» y poné una nueva: después podés probar enseguida.
        </p>
      )}
      <Button type="submit" wide busy={confirmation.isPending || confirmation.isSuccess}>
        {action}
      </Button>
    </Form>
  )
}

/** The six digits that an authenticator app shows now, with or without a space. */
function TotpField(props: Pick<ComponentProps<typeof Field>, 'name' | 'label' | 'ref'>) {
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
