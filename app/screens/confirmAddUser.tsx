import { useLocation } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { type EmailedLink, useEmailedLink } from '#app/parts/account/useEmailedLink.ts'
import { ResendCode } from '#app/parts/account/ResendCode.tsx'
import { CodeField } from '#app/parts/account/CodeField.tsx'
import { EmailField } from '#app/parts/account/EmailField.tsx'
import { AuthLinks } from '#app/parts/account/AuthLinks.tsx'
import { OtherAccountSignedIn } from '#app/parts/account/OtherAccountSignedIn.tsx'
import { useGoToLogin } from '#app/session/useGoToLogin.ts'
import { required, useFormValidation } from '#app/parts/account/useFormValidation.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { VerificationCode } from '#contract/fields/verificationCode.ts'
import { Email } from '#contract/fields/profile.ts'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Button } from '#kit/display/Button.tsx'
import { Form } from '#kit/form/Form.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { TextLink } from '#kit/display/TextLink.tsx'
import { useCallMutation } from '#kit/api/callQueries.ts'

const Named = z.object({ email: Email })
const Typed = z.object({ email: Email, code: required(VerificationCode) })

/** The end of a registration: by its mail's link and a tap, or with the code typed. */
export default function ConfirmAddUser() {
  const link = useEmailedLink()
  return <Confirm key={`${link.email} ${link.secret}`} {...link} />
}

function Confirm({ email, secret }: EmailedLink) {
  const form = useRef<HTMLFormElement>(null)
  const mailed = useLocation({ select: ({ state }) => state.mailed })
  const { wrong, read } = useFormValidation()
  const confirm = useCallMutation(confirmAddUser)
  const resend = useCallMutation(confirmAddUser)
  const { news, toLogin } = useGoToLogin()
  // A new code makes the link's an old one.
  const [byHand, setByHand] = useState(secret === '')

  // Never by itself: programs that look over a mail open its links too.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const written = byHand ? read(event.currentTarget, Typed) : { email, code: secret }
    if (!written) return
    resend.reset()
    const { email: user, code } = written
    confirm.mutate({ user, code }, { onSuccess: () => toLogin(user, CONFIRMED) })
  }
  const ask = () => {
    const written = form.current && read(form.current, Named)
    if (!written) return
    confirm.reset()
    resend.mutate({ user: written.email, code: '' }, { onSuccess: () => setByHand(true) })
  }

  if (news) return <OtherAccountSignedIn news={news} />
  return (
    <AuthLayout
      title="Confirmá tu cuenta"
      lead={
        byHand
          ? 'Ingresá el código que te mandamos por correo. Dura 10 minutos.'
          : 'Es el último paso: con un toque queda lista.'
      }
    >
      {mailed && (
        <Alert tone="good" title="Revisá tu correo">
          Te escribimos a {email} cómo seguir. Si no lo ves, fijate en el correo no deseado.
        </Alert>
      )}
      <Form ref={form} onSubmit={submit}>
        <EmailField defaultValue={email} readOnly={!byHand} error={wrong.email} />
        {byHand && <CodeField error={wrong.code} />}
        <SubmitError error={confirm.error} />
        <Button type="submit" wide busy={confirm.isPending}>
          Confirmar mi cuenta
        </Button>
      </Form>
      {(byHand || confirm.error?.code === DENIED) && (
        <ResendCode resend={resend} onAsk={ask} disabled={confirm.isPending}>
          Si hay una cuenta sin confirmar con ese correo, le mandamos un código nuevo. Puede tardar
          un par de minutos.
        </ResendCode>
      )}
      <AuthLinks>
        <TextLink to="/login">Ya la confirmé: ingresar</TextLink>
      </AuthLinks>
    </AuthLayout>
  )
}

const CONFIRMED = 'Tu cuenta quedó confirmada. ¡Ya podés ingresar!'
