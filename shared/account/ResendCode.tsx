import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#kit/display/Button.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Field } from '#kit/form/Field.tsx'
import { SubmitError } from '#kit/form/Form.tsx'

interface Props {
  resend: Pick<UseMutationResult, 'isPending' | 'isSuccess' | 'error'>
  onRequest: () => void
  /** While the current code is being checked: a new code would invalidate it. */
  disabled: boolean
  /** The confirmation. It is the same whether the account exists or not. */
  children: ReactNode
}

/** Requests a new verification code when the first did not arrive or has expired. */
export function ResendCode({ resend, onRequest, disabled, children }: Props) {
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-5">
      <p className="text-soft">¿No te llegó, o pasaron más de 10 minutos?</p>
      {resend.isSuccess && <Alert tone="good">{children}</Alert>}
      <SubmitError action="pedir otro código" error={resend.error} />
      <Button kind="quiet" wide busy={resend.isPending} disabled={disabled} onClick={onRequest}>
        Pedir otro código
      </Button>
    </div>
  )
}

/** A verification code, typed or pasted in any spacing and case. */
export function CodeField() {
  return (
    <Field
      label="Código"
      hint="Son 8 letras y números. Da lo mismo con guion o sin él, en mayúsculas o minúsculas."
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
    />
  )
}
