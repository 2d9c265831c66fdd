import { OtherAccountSignedIn, useGoToLogin } from '#app/features/account/OtherAccountSignedIn.tsx'
import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { EmailedCodeForm } from '#shared/account/EmailedCodeForm.tsx'
import { type EmailedLink, useEmailedLink } from '#shared/account/useEmailedLink.ts'

export default function ConfirmAddUser() {
  const link = useEmailedLink()
  return <ConfirmForm key={`${link.email} ${link.secret}`} link={link} />
}

function ConfirmForm({ link }: { link: EmailedLink }) {
  const confirm = useCallMutation(confirmAddUser)
  const resend = useCallMutation(confirmAddUser)
  const { message, goToLogin } = useGoToLogin()
  if (message) return <OtherAccountSignedIn message={message} />
  return (
    <EmailedCodeForm
      link={link}
      texts={(isCodeTyped) => ({
        title: 'Confirmá tu cuenta',
        lead: isCodeTyped
          ? 'Ingresá el código que te mandamos por correo. Dura 10 minutos.'
          : 'Es el último paso: con un toque queda lista.',
        button: 'Confirmar mi cuenta',
        action: 'confirmar tu cuenta',
        mailed: `Te escribimos a ${link.email} cómo seguir. Si no lo ves, fijate en el correo no deseado.`,
        resent:
          'Si hay una cuenta sin confirmar con ese correo, le mandamos un código nuevo. Puede tardar un par de minutos.',
        login: 'Ya la confirmé: ingresar',
      })}
      confirm={confirm}
      confirmation={(user, code) => ({ user, code })}
      onConfirmed={(user) => goToLogin(user, 'Tu cuenta quedó confirmada. ¡Ya podés ingresar!')}
      resend={resend}
      resending={(user) => ({ user, code: '' })}
    />
  )
}
