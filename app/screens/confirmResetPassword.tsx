import { ResetPasswordForm } from '#app/parts/account/ResetPasswordForm.tsx'

/** Where resetPassword leads, and the link of its mail in the installed app. */
export default function ConfirmResetPassword() {
  return <ResetPasswordForm />
}
