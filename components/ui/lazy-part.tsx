import { type ComponentProps, createElement, type ElementType, lazy, type ReactNode, Suspense } from 'react'

/** Returns the component `name` of a module that loads when it is first shown; `fallback` keeps its place until then. */
export function lazyPart<N extends string, M extends Readonly<Record<N, Exclude<ElementType, string>>>>(
  load: () => Promise<M>,
  name: N,
  fallback: ReactNode = null,
) {
  const Part = lazy(async () => ({ default: (await load())[name] }))
  return (props: ComponentProps<typeof Part>) => <Suspense fallback={fallback}>{createElement(Part, props)}</Suspense>
}
