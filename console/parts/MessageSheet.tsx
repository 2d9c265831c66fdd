import type { ContactMessage } from '#contract/operator/contactMessages.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { Sheet } from '#kit/feedback/Sheet.tsx'
import { dateAndTime } from '#kit/format/format.ts'
import { buttonClasses } from '#kit/style/buttonClasses.ts'

interface Props {
  message: ContactMessage
  open: boolean
  onClose: () => void
}

/** A contact message with a link that answers it by the operator's own e-mail program. */
export function MessageSheet({ message, open, onClose }: Props) {
  const { title, text, type, name, email, datetime, branchName } = message
  const answer = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${title}`)}`
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      foot={
        <a href={answer} className={buttonClasses('primary', true)}>
          Responder por correo
        </a>
      }
    >
      <div>
        <Badge>{type}</Badge>
      </div>
      <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
      <DescriptionList
        facts={[
          { name: 'De', value: name },
          { name: 'Correo', value: <span className="wrap-anywhere">{email}</span> },
          ...(branchName ? [{ name: 'Sobre la estación', value: branchName }] : []),
          { name: 'Recibido', value: dateAndTime(datetime) },
        ]}
      />
    </Sheet>
  )
}
