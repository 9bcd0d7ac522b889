import { Check, Link2 } from 'lucide-react'
import { SecretField } from '#components/patterns/secret/secret-field.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog, DialogTitle } from '#components/ui/dialog/dialog.tsx'
import { useCopy } from '#components/ui/display/copyable-id.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { countOf } from '#lib/utils/text/counts.ts'
import { formatInstant } from '#lib/utils/time/instants.ts'

export interface MadeLink {
  name: string
  link: string
  expires_at: string
}

export interface MadeLinks {
  links: MadeLink[]
  /** People who weren't invited, with the reason. */
  refused: { email: string; why: string }[]
}

/** Shown once: with the window the links leave this page's memory. */
export function OneTimeLinks({ made: { links, refused }, onClose }: { made: MadeLinks; onClose: () => void }) {
  const clock = useWallClock()
  const [first] = links
  const isOne = links.length === 1
  const text = isOne ? first?.link : links.map(({ name, link }) => `${name}\t${link}`).join('\n')
  const verb = isOne ? 'Copy link' : 'Copy all'
  const { copied, copy } = useCopy(text ?? '', isOne ? 'Link' : 'Links')
  return (
    <Dialog isOpen onClose={onClose} dismissable={false} className="max-w-[520px]">
      <div className="flex flex-col gap-4 p-5">
        <div>
          <DialogTitle>
            {isOne ? `Link for ${first?.name}` : `Links for ${countOf(links.length, 'person', 'people')}`}
          </DialogTitle>
          <p className="mt-1 text-base text-ink-2">
            {isOne ? 'Whoever opens it sets the password.' : 'Whoever opens one sets that person’s password.'} Send it
            through a channel you trust, only to them.
          </p>
        </div>
        <Refused people={refused} />
        <div className="-m-1 flex max-h-[40vh] flex-col gap-3 overflow-y-auto p-1">
          {links.map(({ name, link }) => (
            <SecretField key={link} label={isOne ? 'One-time link' : name} value={link} />
          ))}
        </div>
        {first && (
          <p className="text-sm text-ink-3">
            {isOne ? 'It' : 'Each'} works once, until {formatInstant(first.expires_at, clock)}. It won’t be shown again.
            To make a new one, use New link.
          </p>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
        <Button onPress={onClose}>Close</Button>
        {first && (
          <Button icon={copied ? Check : Link2} look="primary" autoFocus onPress={() => void copy()}>
            {copied ? 'Copied' : verb}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function Refused({ people }: { people: MadeLinks['refused'] }) {
  if (people.length === 0) return null
  return (
    <Notice kind="warn">
      <p>{countOf(people.length, 'person wasn’t', 'people weren’t')} invited:</p>
      <ul>
        {people.map(({ email, why }) => (
          <li key={email}>
            <Verbatim>{email}</Verbatim>: {why}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
