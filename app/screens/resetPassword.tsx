import { ForgottenPasswordForm } from '#shared/account/ForgottenPasswordForm.tsx'

/** Requests a verification code for a forgotten password. */
export default function ResetPassword() {
  return <ForgottenPasswordForm />
}
