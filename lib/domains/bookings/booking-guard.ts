/** Guards bookings in the proxy, so that no attempt is lost and none is sent twice. */

export interface BookingCall {
  environment: string
  /** As the client sent it, `ATTEMPT_HEADER`; a new UUID where it sent none. */
  attempt: string
  order_id: string
  /** The body as it goes to the service: JSON. */
  body: string
  by: { id: string; name: string }
  /** ID of the request, for the console's own answers. */
  request_id: string
}

export interface SentBooking {
  /** The response for the client. */
  response: Response
  /** Why there is no answer of the service in it, or none that can be used; null where there is one. */
  fault: string | null
}

export interface BookingGuard {
  /**
   * Keeps the attempt, sends it at most once, keeps its outcome. What was sent before, or must not be sent now, is
   * answered without sending: the outcome that is on record, or 409 with a sentence that says why. 503 where the attempt
   * cannot be kept. `send` must not end because the client has gone.
   */
  once(call: BookingCall, send: () => Promise<SentBooking>): Promise<Response>
}
