import { ResetPasswordForm } from '#app/features/account/ResetPasswordForm.tsx'

/** The screen after resetPassword, and the target of the emailed link in the installed app. */
export default function ConfirmResetPassword() {
  return <ResetPasswordForm />
}
