/** The MSW handlers of a demo: one for everything that is no part of a page, answered by the real handlers. */
import { HttpResponse, http } from 'msw/http'
import { isPageRequest } from './paths.ts'

/** `answer` never throws for what a request holds; `origin` is that of the pages. */
export function demoHandlers(answer: (request: Request) => Promise<Response>, origin: string) {
  return [
    http.all(
      ({ request }) => !isPageRequest(new URL(request.url), origin),
      async ({ request }) => {
        try {
          return await answer(request)
        } catch (error) {
          if (request.signal.aborted) return HttpResponse.error()
          throw error
        }
      },
    ),
  ]
}
