import { useApp } from '#app/context.ts'
import { OtherAccountSignedIn, useGoToLogin } from '#app/features/account/OtherAccountSignedIn.tsx'
import { NewPasswordForm } from '#shared/account/NewPasswordForm.tsx'

/**
 * Sets a new password by the emailed link, or with the code typed in; then login opens. The screen after
 * resetPassword, and the target of the link in a browser, with or without a session.
 */
export default function ResetPwdWeb() {
  const { session } = useApp()
  const { message, goToLogin } = useGoToLogin()
  if (message) return <OtherAccountSignedIn message={message} />
  return (
    <NewPasswordForm
      onChanged={(email, changed) => {
        // The server has ended this session too.
        if (session.current()?.user.email === email) session.end()
        goToLogin(email, changed)
      }}
    />
  )
}
