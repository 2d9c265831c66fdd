import { messagePicture } from '#contract/operator/messagePicture.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { SubmitError } from '#kit/form/Form.tsx'

/** The photo of a message, on demand: each view is recorded. */
export function MessagePicture({ messageId }: { messageId: string }) {
  const viewing = useCallMutation(messagePicture)
  return (
    <Card title="Foto del documento">
      <p className="text-pretty text-soft">
        La foto se borra cuando decidís, y queda anotado quién la miró.
      </p>
      {viewing.data ? (
        <img
          className="max-h-[32rem] max-w-full self-start rounded-control"
          src={`data:${viewing.data.mediaType};base64,${viewing.data.picture}`}
          alt="Documento de quien escribió"
        />
      ) : (
        <div>
          <Button
            kind="quiet"
            busy={viewing.isPending}
            onClick={() => viewing.mutate({ messageId })}
          >
            Ver la foto
          </Button>
        </div>
      )}
      <SubmitError action="ver la foto" mutation={viewing} />
    </Card>
  )
}
