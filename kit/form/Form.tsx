import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useRef,
  useState,
} from 'react'
import * as z from 'zod/mini'
import { cleanTexts } from '#contract/fields/cleanText.ts'
import type { RefusalReason } from '#contract/refusalReasons.ts'
import { type ApiError, offlineText } from '#kit/api/apiError.ts'
import { Alert } from '#kit/feedback/Alert.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { FormContext, type FormState } from '#kit/form/Field.tsx'

interface FormProps extends Omit<ComponentProps<'form'>, 'className' | 'ref' | 'onSubmit'> {
  form: FormState & Pick<ReturnType<typeof useForm>, 'ref' | 'edited' | 'left'>
  onSubmit: () => void
}

/**
 * Fields one below another. The browser's own validation is off: the sentences of the contract are
 * shown. While a button of the form is busy it is not submitted again: Enter submits a form of one
 * field also without a submit button, and Ctrl Enter submits from a long text.
 */
export function Form({ form, onSubmit, onInput, onKeyDown, ...props }: FormProps) {
  const { ref, edited, left } = form
  return (
    <FormContext value={form}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key of the fields inside */}
      <form
        noValidate
        {...props}
        ref={ref}
        onInput={(event) => {
          edited(nameOf(event.target))
          onInput?.(event)
        }}
        onBlurCapture={({ target, relatedTarget }) => {
          // An error that appears would move a button or a link away from the pointer.
          if (relatedTarget?.matches('input, select, textarea')) left(nameOf(target))
        }}
        onKeyDown={(event) => {
          // Enter alone begins a line in a long text.
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            event.currentTarget.requestSubmit()
          onKeyDown?.(event)
        }}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy(event.currentTarget)) onSubmit()
        }}
        className="flex flex-col gap-4"
      />
    </FormContext>
  )
}

/** Whether one of its buttons is, also one that stands outside of its element. */
const isBusy = ({ elements }: HTMLFormElement) =>
  [...elements].some((element) => element.matches('[aria-busy=true]'))

const nameOf = (field: EventTarget) => (field as HTMLInputElement).name

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
  mutation: { error: ApiError | null; isPending: boolean }
  /** The action that needs a network, as the end of a sentence: `guardar tus datos`. */
  action?: string | undefined
  /** The error is about no field: it stays while fields are changed. */
  lasting?: boolean
  /** What helps against the error, below it. */
  children?: ReactNode
}

/**
 * The error of a mutation, above the form's button, unless it is shown at a field, and until a field
 * of the form is changed. While it is sent again the error stays, so that no button moves, and a screen
 * reader tells the next one anew. An unreadable answer also opens the generic alert.
 */
export function SubmitError({ mutation, action = 'seguir', lasting = false, children }: Props) {
  const [{ error, count }, setShown] = useState({ error: mutation.error, count: 0 })
  if (!mutation.isPending && mutation.error !== error)
    setShown({ error: mutation.error, count: count + 1 })
  const [dismissed, setDismissed] = useState<ApiError>()
  const [mended, setMended] = useState<ApiError>()
  const { isAtField, ref } = use(FormContext)
  useEffect(() => {
    const form = ref?.current
    if (!form || !error) return undefined
    const mend = () => setMended(error)
    form.addEventListener('input', mend)
    return () => form.removeEventListener('input', mend)
  }, [error, ref])
  if (!error || (error === mended && !lasting) || isAtField(error)) return null
  return (
    <>
      <Alert key={count} tone="bad">
        {textOf(error, action)}
      </Alert>
      {children}
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
  /**
   * The fields that are checked as they are typed, by their names: after a pause and when another
   * field is entered. Each gets the texts of all fields, by which its schema may depend on others.
   */
  checks?: Readonly<Record<string, (fields: FormTexts) => z.ZodMiniType>>
}

export type FormTexts = Readonly<Record<string, string | undefined>>

/** How long a field is not typed in before it is checked, in milliseconds. */
export const PAUSE_MS = 1200

/**
 * A form of native fields, which is validated with a schema. Messages are the contract's; the first
 * field with an error gets the focus. The typed values stay. The error of a field is removed when the
 * field is changed.
 */
export function useForm({
  ref: given,
  values = {},
  refusedFields = {},
  checks = {},
}: FormOptions = {}) {
  'use no memo'
  const own = useRef<HTMLFormElement>(null)
  const ref = given ?? own
  const [errors, setErrors] = useState<FormState['errors']>({})
  const fieldOf = ({ reason }: ApiError) => reason && refusedFields[reason]
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const textsOf = () =>
    cleanTexts(Object.fromEntries(new FormData(ref.current ?? undefined)) as Record<string, string>)
  const edited = (name: string) => {
    clearTimeout(pause.current)
    if (errors[name]) setErrors({ ...errors, [name]: undefined })
    if (checks[name]) pause.current = setTimeout(left, PAUSE_MS, name)
  }
  const left = (name: string) => {
    const fields = textsOf()
    const schema = checks[name]?.(fields)
    if (!schema || !fields[name]) return
    clearTimeout(pause.current)
    const [issue] = z.safeParse(schema, fields[name]).error?.issues ?? []
    if (issue) setErrors((others) => ({ ...others, [name]: issue.message }))
  }
  const show = (messages: FormState['errors']) => {
    clearTimeout(pause.current)
    setErrors(messages)
    focusFirst(ref.current, messages)
  }
  /** @returns null while a field has an error */
  const validate = <S extends z.ZodMiniType>(
    given: S | ((fields: FormTexts) => S),
  ): z.output<S> | null => {
    const fields = textsOf()
    const schema = typeof given === 'function' ? given(fields) : given
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
  return { ref, values, errors, validate, showAt, showRefusal, isAtField, edited, left }
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
