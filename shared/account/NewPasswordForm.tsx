import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { EmailedCodeForm } from '#shared/account/EmailedCodeForm.tsx'
import { type EmailedLink, useEmailedLink } from '#shared/account/useEmailedLink.ts'

interface Props {
  /** Base of the emailed link; without it the link opens the app. */
  link?: string
  /**
   * Runs after the change, which has ended all sessions of the account.
   * @param changed the sentence that says so
   */
  onChanged: (email: string, changed: string) => void
}

/** Sets a new password by the emailed link, or with the code typed in. */
export function NewPasswordForm(props: Props) {
  const emailed = useEmailedLink()
  return <EmailedForm key={`${emailed.email} ${emailed.secret}`} {...props} emailed={emailed} />
}

function EmailedForm({ emailed, link, onChanged }: Props & { emailed: EmailedLink }) {
  const texts = (isCodeTyped: boolean) => ({
    ...textsOf(isCodeTyped, emailed.undoesBank),
    action: 'cambiar tu contraseña',
    mailed: `Si hay una cuenta con ${emailed.email}, le mandamos un código. Si no lo ves, fijate en el correo no deseado.`,
    resent:
      'Si hay una cuenta con ese correo, le mandamos un código nuevo. Puede tardar un par de minutos.',
    login: 'Volver a ingresar',
  })
  return (
    <EmailedCodeForm
      link={emailed}
      texts={texts}
      setsPassword
      confirm={useCallMutation(confirmResetPassword)}
      confirmation={(user, code, password) => ({ user, code, password })}
      onConfirmed={(user, isCodeTyped) => onChanged(user, texts(isCodeTyped).changed)}
      resend={useCallMutation(resetPassword)}
      resending={(user) => ({ user, link })}
    />
  )
}

/** The texts of a reset, and of the link that undoes a change of the bank account by one. */
function textsOf(isCodeTyped: boolean, undoesBank: boolean) {
  if (undoesBank && !isCodeTyped)
    return {
      title: 'Deshacé el cambio de tu cuenta bancaria',
      lead: 'Alguien pudo entrar con tu contraseña: elegí una nueva. Tu cuenta bancaria vuelve a ser la de antes y cerramos todas las sesiones.',
      button: 'Deshacer el cambio',
      changed:
        'Tu cuenta bancaria volvió a ser la de antes, tu contraseña cambió y cerramos todas las sesiones. Ingresá con la nueva.',
    }
  return {
    title: 'Elegí una contraseña nueva',
    lead: isCodeTyped
      ? 'Con el código que te mandamos por correo. Dura 10 minutos.'
      : 'La vas a usar desde ahora para ingresar.',
    button: 'Guardar la contraseña',
    changed:
      'Tu contraseña cambió y cerramos las sesiones que tenías abiertas. Ingresá con la nueva.',
  }
}
