import { startTransition, useActionState } from 'react'
import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import type { Call } from '#kit/api/apiClient.ts'
import { type ApiError, toApiError } from '#kit/api/apiError.ts'
import { Button } from '#kit/display/Button.tsx'
import { SubmitError } from '#kit/form/Form.tsx'

interface Props {
  call: Call
  /** The e-mail of the form; null while its field shows what is wrong with it. */
  email: () => string | null
  /** A passkey named the account, so that its address may not be typed. */
  byPasskey: boolean
  onSent: () => void
  /** To the confirmation without a new code. */
  onSkip: () => void
}

/** Inside the form of the login: the ways to confirm an account that the login found unconfirmed. */
export function UnconfirmedOffer({ call, email, byPasskey, onSent, onSkip }: Props) {
  // React's own hook: the login has not loaded TanStack Query.
  const [error, send, isPending] = useActionState<ApiError | null, string>(
    (_previous, user) =>
      call(confirmAddUser, { user, code: '' }).then(() => (onSent(), null), toApiError),
    null,
  )
  const submit = () => {
    const user = email()
    if (user !== null) startTransition(() => send(user))
  }
  return (
    <div className="flex flex-col gap-2">
      <SubmitError action="pedir un código" mutation={{ error, isPending }} />
      {byPasskey && <p>Escribí arriba tu correo y te mandamos un código nuevo.</p>}
      <Button wide busy={isPending} onClick={submit}>
        Mandarme un código nuevo
      </Button>
      <Button kind="plain" wide disabled={isPending} onClick={onSkip}>
        Ya tengo un código
      </Button>
    </div>
  )
}
