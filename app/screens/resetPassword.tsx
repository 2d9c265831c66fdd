import { ForgottenPasswordForm } from '#shared/account/ForgottenPasswordForm.tsx'

export default function ResetPassword() {
  return <ForgottenPasswordForm />
}
