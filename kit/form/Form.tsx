import { type ComponentProps, type RefObject, use, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { RefusalReason } from '#contract/refusalReasons.ts'
import { type ApiError, offlineText } from '#kit/api/apiError.ts'
import { Alert } from '#kit/feedback/Alert.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { FormContext, type FormState } from '#kit/form/Field.tsx'

interface FormProps extends Omit<ComponentProps<'form'>, 'className' | 'ref' | 'onSubmit'> {
  form: FormState & Pick<ReturnType<typeof useForm>, 'ref'>
  onSubmit: () => void
}

/**
 * Fields one below another. The browser's own validation is off: the sentences of the contract are
 * shown. While a button of the form is busy it is not submitted again: Enter submits a form of one
 * field also without a submit button.
 */
export function Form({ form: { ref, ...state }, onSubmit, ...props }: FormProps) {
  return (
    <FormContext value={state}>
      <form
        noValidate
        {...props}
        ref={ref}
        onSubmit={(event) => {
          event.preventDefault()
          if (!event.currentTarget.querySelector('[aria-busy=true]')) onSubmit()
        }}
        className="flex flex-col gap-4"
      />
    </FormContext>
  )
}

/**
 * Loaded on demand: no screen needs the dialog's library to be drawn. What corrupted the answer
 * (a captive portal, another version of the server) may corrupt this chunk too; the sentence above
 * the button is then the only message.
 */
const LazyAlertDialog = lazyComponent(
  async () => (await import('#kit/feedback/ConfirmDialog.tsx')).AlertDialog,
  () => null,
)

interface Props {
  error: ApiError | null
  /** The action that needs a network, as the end of a sentence: `guardar tus datos`. */
  action?: string | undefined
}

/**
 * The error of a mutation, above the form's button, unless it is shown at a field. An unreadable
 * answer also opens the generic alert.
 */
export function SubmitError({ error, action = 'seguir' }: Props) {
  const [dismissed, setDismissed] = useState<ApiError>()
  const { isAtField } = use(FormContext)
  if (!error || isAtField(error)) return null
  return (
    <>
      <Alert tone="bad">{textOf(error, action)}</Alert>
      {error.unprocessable && (
        <LazyAlertDialog
          text={error === dismissed ? null : error.message}
          onClose={() => setDismissed(error)}
        />
      )}
    </>
  )
}

/** The server's sentence for a refusal; for an error of transport, what happened and that the form keeps its values. */
function textOf(error: ApiError, action: string): string {
  const { code, noAnswer, outcomeUnknown } = error
  if (noAnswer === 'offline') return offlineText(action)
  if (noAnswer === 'timeout')
    return 'Esperamos un minuto y la respuesta no llegó. Lo que escribiste sigue acá: probá de nuevo.'
  if (noAnswer)
    return 'No pudimos conectarnos. Lo que escribiste sigue acá: revisá tu conexión y probá de nuevo.'
  if (outcomeUnknown)
    return `${error.message}. Lo que escribiste sigue acá: probá de nuevo en un momento.`
  if (code === '429') return 'Fueron muchos intentos seguidos. Esperá un ratito y probá de nuevo.'
  return error.message
}

/** Makes an empty text undefined, so that the contract's message for a missing field is shown. */
export const requiredText = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.transform((text) => (text === '' ? undefined : text)),
    schema,
  )

export interface FormOptions {
  ref?: RefObject<HTMLFormElement | null>
  values?: FormState['values']
  /** The field that a refusal of the server is about. */
  refusedFields?: Partial<Record<RefusalReason, string>>
}

/**
 * A form of native fields, which is validated with a schema. Messages are the contract's; the first
 * field with an error gets the focus. The typed values stay.
 */
export function useForm({ ref: given, values = {}, refusedFields = {} }: FormOptions = {}) {
  'use no memo'
  const own = useRef<HTMLFormElement>(null)
  const ref = given ?? own
  const [errors, setErrors] = useState<FormState['errors']>({})
  const fieldOf = ({ reason }: ApiError) => reason && refusedFields[reason]
  const show = (messages: FormState['errors']) => {
    setErrors(messages)
    focusFirst(ref.current, messages)
  }
  /** @returns null while a field has an error */
  const validate = <S extends z.ZodMiniType>(schema: S): z.output<S> | null => {
    const fields = Object.fromEntries(new FormData(ref.current ?? undefined))
    const { data, error } = z.safeParse(schema, fields)
    show(messagesByField(error))
    return error ? null : data
  }
  const showAt = (field: string, message: string) => show({ [field]: message })
  /** Shows a refusal of the server at its field, which it returns. */
  const showRefusal = (error: ApiError) => {
    const field = fieldOf(error)
    if (field) showAt(field, error.message)
    return field
  }
  const isAtField = (error: ApiError) => fieldOf(error) !== undefined
  return { ref, values, errors, validate, showAt, showRefusal, isAtField }
}

function focusFirst(form: HTMLFormElement | null, messages: FormState['errors']): void {
  const first = [...(form?.elements ?? [])].find(
    (field) => messages[(field as HTMLInputElement).name],
  )
  ;(first as HTMLElement | undefined)?.focus()
}

function messagesByField(error: z.core.$ZodError | undefined): FormState['errors'] {
  const messages: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) messages[String(path[0])] ??= message
  return messages
}
