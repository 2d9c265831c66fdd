import {
  type ReactNode,
  type RefObject,
  startTransition,
  useActionState,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import * as z from 'zod/mini'
import type { Assertion } from '#contract/fields/passkeyCredential.ts'
import { UNVERIFIED } from '#contract/responseCodes.ts'
import { login } from '#contract/user/login.ts'
import type { Call } from '#kit/api/apiClient.ts'
import { type ApiError, toApiError } from '#kit/api/apiError.ts'
import { Button } from '#kit/display/Button.tsx'
import { EmailField } from '#kit/form/EmailField.tsx'
import { Form, SubmitError, useForm } from '#kit/form/Form.tsx'
import { formText } from '#kit/form/formText.ts'
import { PasswordField } from '#kit/form/PasswordField.tsx'
import type { SignInWay } from '#shared/shell/signIn.ts'

const { user, password } = login.request.shape
const Fields = z.object({ email: user, password })
const Email = z.pick(Fields, { email: true })

type Result = { done: boolean; error: ApiError | null }

interface Props {
  ref: RefObject<HTMLFormElement | null>
  call: Call
  email?: string | undefined
  /** The session then leads to the next screen; until then the button is busy. */
  signIn: (way: SignInWay) => Promise<void>
  /** Delays the browser's suggestions of passkeys; by default they begin at once. */
  whenIdle?: (task: () => void) => void
  /** More fields: the checkbox `remember`. */
  children?: ReactNode
  /**
   * Below the refusal of an account that is not confirmed. `email` is the typed one, or null when its
   * field shows what is wrong with it; a passkey may have named the account without it.
   */
  renderUnconfirmed?: (account: { email: () => string | null; byPasskey: boolean }) => ReactNode
}

/** The typed e-mail, and whether the session is to be remembered. */
export const loginChoices = (form: HTMLFormElement) => ({
  email: formText(form, 'email').trim(),
  remember: new FormData(form).has('remember'),
})

const atOnce = (task: () => void) => task()

/**
 * Signs in by password or by passkey. Its fields are native and keep what was typed before the script
 * was loaded.
 */
export function LoginForm({
  ref,
  call,
  email,
  signIn,
  whenIdle = atOnce,
  children,
  renderUnconfirmed,
}: Props) {
  'use no memo' // A small first script counts for more than a repeated drawing.
  const form = useForm({ ref })
  // React's own hook: the app's login has not loaded TanStack Query yet.
  // After a sign-in the button stays busy until the next screen is drawn.
  const [result, start, isPending] = useActionState<Result, SignInWay>(
    (_previous, way) =>
      signIn(way).then(
        () => ({ done: true, error: null }),
        (error: unknown) => ({ done: false, error: toApiError(error) }),
      ),
    { done: false, error: null },
  )
  const [isPasskey, setIsPasskey] = useState(false)
  const isBusy = isPending || result.done
  const submitPasskey = (offered?: Assertion) => {
    const form = ref.current
    if (!form) return
    setIsPasskey(true)
    startTransition(() => start({ ...loginChoices(form), offered }))
  }
  const onChosen = useEffectEvent(submitPasskey)
  useEffect(() => {
    // The browser does one of both at a time: signs in with a passkey, or suggests them.
    if (isBusy || !('PublicKeyCredential' in globalThis)) return undefined
    const ending = new AbortController()
    whenIdle(() => {
      import('#shared/passkeys/callLoginPasskey.ts')
        .then(({ suggestPasskeys }) => suggestPasskeys(call, onChosen, ending.signal))
        .catch(console.warn)
    })
    return () => ending.abort()
  }, [call, isBusy, whenIdle])
  const submit = () => {
    const fields = form.validate(Fields)
    const element = ref.current
    if (!fields || !element) return
    setIsPasskey(false)
    startTransition(() => start({ ...loginChoices(element), ...fields }))
  }
  const isUnconfirmed = result.error?.code === UNVERIFIED
  const validEmail = () => form.validate(Email)?.email ?? null
  return (
    <Form form={form} method="post" onSubmit={submit}>
      <EmailField passkeys defaultValue={email} />
      <PasswordField label="Contraseña" />
      {children}
      <SubmitError
        action="ingresar"
        mutation={{ error: result.error, isPending }}
        lasting={isUnconfirmed && isPasskey}
      >
        {isUnconfirmed && renderUnconfirmed?.({ email: validEmail, byPasskey: isPasskey })}
      </SubmitError>
      <Button type="submit" wide busy={!isPasskey && isBusy} disabled={isBusy}>
        Ingresar
      </Button>
      <Button
        kind="quiet"
        wide
        busy={isPasskey && isBusy}
        disabled={isBusy}
        onClick={() => submitPasskey()}
      >
        Usar una llave de acceso
      </Button>
    </Form>
  )
}
