import { ResetPasswordForm } from '#app/parts/account/ResetPasswordForm.tsx'

/** The target of the emailed link in a browser, with or without a session. */
export default function ResetPwdWeb() {
  return <ResetPasswordForm />
}
