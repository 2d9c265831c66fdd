import { type ComponentProps, useState } from 'react'
import * as z from 'zod/mini'
import type { RefusalReason } from '#contract/refusalReasons.ts'
import { type ApiError, offlineText } from '#kit/api/apiError.ts'
import { Alert } from '#kit/feedback/Alert.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'

/**
 * Fields one below another. The browser's own validation is off: the sentences of the contract are
 * shown. While a button of the form is busy it is not submitted again: Enter submits a form of one
 * field also without a submit button.
 */
export function Form({ onSubmit, ...props }: Omit<ComponentProps<'form'>, 'className'>) {
  return (
    <form
      noValidate
      {...props}
      onSubmit={(event) => {
        event.preventDefault()
        if (!event.currentTarget.querySelector('[aria-busy=true]')) onSubmit?.(event)
      }}
      className="flex flex-col gap-4"
    />
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
  action?: string
}

/** The error of a mutation, above the form's button. An unreadable answer also opens the generic alert. */
export function SubmitError({ error, action = 'seguir' }: Props) {
  const [dismissed, setDismissed] = useState<ApiError>()
  if (!error) return null
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

/** Error messages by field name. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

/** Makes an empty text undefined, so that the contract's message for a missing field is shown. */
export const requiredText = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.transform((text) => (text === '' ? undefined : text)),
    schema,
  )

/**
 * Validates a form of native fields with a schema. Messages are the contract's; the first field
 * with an error gets the focus. The typed values stay.
 * @param refusedFields the field that a refusal of the server is about
 */
export function useFormValidation(refusedFields: Partial<Record<RefusalReason, string>> = {}) {
  'use no memo'
  const [errors, setErrors] = useState<FieldErrors>({})
  const fieldOf = ({ reason }: ApiError) => reason && refusedFields[reason]
  /** @returns null while a field has an error */
  const validate = <S extends z.ZodMiniType>(
    form: HTMLFormElement,
    schema: S,
  ): z.output<S> | null => {
    const result = z.safeParse(schema, Object.fromEntries(new FormData(form)))
    const messages = messagesByField(result.error)
    setErrors(messages)
    if (result.success) return result.data
    focusFirst(form, messages)
    return null
  }
  /** Shows an error at a field. */
  const showAt = (form: HTMLFormElement, field: string, message: string) => {
    setErrors({ [field]: message })
    focusFirst(form, { [field]: message })
  }
  /** Shows a refusal of the server at its field, which it returns; `formError` is any other error. */
  const showRefusal = (form: HTMLFormElement, error: ApiError) => {
    const field = fieldOf(error)
    if (field) showAt(form, field, error.message)
    return field
  }
  /** The error of the form as a whole; null for one that is shown at its field. */
  const formError = (error: ApiError | null) => (error && fieldOf(error) ? null : error)
  return { errors, validate, showAt, showRefusal, formError }
}

function focusFirst(form: HTMLFormElement, messages: FieldErrors): void {
  const first = [...form.elements].find((field) => messages[(field as HTMLInputElement).name])
  ;(first as HTMLElement | undefined)?.focus()
}

function messagesByField(error: z.core.$ZodError | undefined): FieldErrors {
  const messages: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) messages[String(path[0])] ??= message
  return messages
}
