import type { ReactNode } from 'react'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Button } from '#kit/display/Button.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { Text } from '#kit/display/Text.tsx'
import type { UseMutationResult } from '@tanstack/react-query'

interface Props {
  resend: Pick<UseMutationResult, 'isPending' | 'isSuccess' | 'error'>
  onAsk: () => void
  /** The code they have is being looked at: another would make it an old one. */
  disabled: boolean
  /** Said when it was asked for: the same to everybody, whoever has an account. */
  children: ReactNode
}

/** For whose code did not come, or is over. */
export function ResendCode({ resend, onAsk, disabled, children }: Props) {
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-5">
      <Text kind="soft">¿No te llegó, o pasaron más de 10 minutos?</Text>
      {resend.isSuccess && <Alert tone="good">{children}</Alert>}
      <SubmitError error={resend.error} />
      <Button kind="quiet" wide busy={resend.isPending} disabled={disabled} onClick={onAsk}>
        Pedir otro código
      </Button>
    </div>
  )
}
