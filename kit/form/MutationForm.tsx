import type { ComponentProps } from 'react'
import type * as z from 'zod/mini'
import type { ApiError } from '#kit/api/apiError.ts'
import { Button } from '#kit/display/Button.tsx'
import { Form, type FormOptions, SubmitError, useForm } from '#kit/form/Form.tsx'

/** The part of TanStack's mutation that a form uses. */
export interface FormMutation<Answer, Request> {
  mutate: (
    request: Request,
    options: { onSuccess: (answer: Answer) => void; onError?: (error: ApiError) => void },
  ) => void
  error: ApiError | null
  isPending: boolean
}

interface Options<S extends z.ZodMiniType, Answer, Request> extends FormOptions {
  mutation: FormMutation<Answer, Request>
  schema: S
  /** The request of the mutation, from valid fields. */
  request: (fields: z.output<S>) => Request
  onSuccess?: (answer: Answer, fields: z.output<S>) => unknown
  /** Runs before a refusal is shown at its field. */
  onError?: (error: ApiError) => unknown
}

/** A form whose valid fields are the request of one mutation. */
export function useMutationForm<S extends z.ZodMiniType, Answer, Request>({
  mutation,
  schema,
  request,
  onSuccess = () => undefined,
  onError = () => undefined,
  ...options
}: Options<S, Answer, Request>) {
  'use no memo'
  const form = useForm(options)
  const submit = () => {
    const fields = form.validate(schema)
    if (!fields) return
    mutation.mutate(request(fields), {
      onSuccess: (answer) => onSuccess(answer, fields),
      onError: (error) => {
        onError(error)
        form.showRefusal(error)
      },
    })
  }
  return { ...form, submit, error: mutation.error, isPending: mutation.isPending }
}

interface Props extends Omit<ComponentProps<typeof Form>, 'form' | 'onSubmit' | 'action'> {
  form: ReturnType<typeof useMutationForm>
  /** The action that needs a network, as in SubmitError. */
  action?: string | undefined
  button: string
  /** Quiet where the screen has another main action. */
  kind?: 'primary' | 'danger' | 'quiet'
  /** By default while the mutation is pending. */
  busy?: boolean
  /** By default the fields are validated and sent. */
  onSubmit?: () => unknown
}

/** Fields one below another, the error of the mutation, and the wide button that submits them. */
export function MutationForm({
  form,
  action,
  button,
  kind = 'primary',
  busy = form.isPending,
  onSubmit = form.submit,
  children,
  ...props
}: Props) {
  return (
    <Form form={form} onSubmit={onSubmit} {...props}>
      {children}
      <SubmitError action={action} mutation={form} />
      <Button type="submit" kind={kind} wide busy={busy}>
        {button}
      </Button>
    </Form>
  )
}
