import type { ComponentProps } from 'react'

/** A name, an ID or a value as it is recorded: a browser that translates the page leaves it alone. */
export function Verbatim(props: ComponentProps<'span'>) {
  return <span translate="no" {...props} />
}
