import type { ReactNode } from 'react'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Button } from '#kit/display/Button.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { Text } from '#kit/display/Text.tsx'
import type { AsyncAction } from '#kit/api/useAsyncAction.ts'

interface Props {
  asking: Pick<AsyncAction<never, unknown>, 'busy' | 'outcome' | 'failure'>
  onAsk: () => void
  /** The code they have is being looked at: another would make it an old one. */
  disabled: boolean
  /** Said when it was asked for: the same to everybody, whoever has an account. */
  children: ReactNode
}

/** For whose code did not come, or is over. */
export function ResendCode({ asking, onAsk, disabled, children }: Props) {
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-5">
      <Text kind="soft">¿No te llegó, o pasaron más de 10 minutos?</Text>
      {asking.outcome !== undefined && <Alert tone="good">{children}</Alert>}
      <SubmitError failure={asking.failure} />
      <Button kind="quiet" wide busy={asking.busy} disabled={disabled} onClick={onAsk}>
        Pedir otro código
      </Button>
    </div>
  )
}
