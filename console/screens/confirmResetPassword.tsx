import { useNavigate } from '@tanstack/react-router'
import { useConsole } from '#console/context.ts'
import { linkBase } from '#console/pages.ts'
import { showToast } from '#kit/feedback/toasts.ts'
import { NewPasswordForm } from '#shared/account/NewPasswordForm.tsx'

/** Sets a new password by the emailed link, or with the code typed in; then login opens. */
export default function ConfirmResetPassword() {
  const { session } = useConsole()
  const navigate = useNavigate()
  return (
    <NewPasswordForm
      link={linkBase()}
      onChanged={(email, changed) => {
        // The server has ended this session too.
        if (session.current()?.email === email) session.end()
        void navigate({ to: '/login', replace: true, state: { email } }).then(() =>
          showToast(changed),
        )
      }}
    />
  )
}
