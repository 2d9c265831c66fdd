import { secondFactorPasskeyOptions } from '#contract/passkey/secondFactorPasskeyOptions.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { Text } from '#kit/display/Text.tsx'
import { Sheet } from '#kit/feedback/Sheet.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { EnrolForm } from '#shared/secondFactor/EnrolmentForm.tsx'

interface Props {
  open: boolean
  onClose: () => void
}

/** Replaces the second factor, for a new phone. */
export function ReplaceSecondFactorSheet({ open, onClose }: Props) {
  const { data } = useCallQuery(secondFactorPasskeyOptions, {})
  const replaced = () => {
    showToast('Listo: desde ahora vale tu nuevo segundo factor.')
    onClose()
  }
  return (
    <Sheet open={open} onClose={onClose} title="Cambiar tu segundo factor">
      <Text kind="soft">
        Cargás una clave nueva en tu app de códigos. La de antes sirve hasta que confirmes la nueva.
      </Text>
      <EnrolForm asks={data?.code === false ? 'nothing' : 'code'} onShown={replaced} />
    </Sheet>
  )
}
