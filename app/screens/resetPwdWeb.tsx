import { ResetPasswordForm } from '#app/features/account/ResetPasswordForm.tsx'

/** The target of the emailed link in a browser, with or without a session. */
export default function ResetPwdWeb() {
  return <ResetPasswordForm />
}
