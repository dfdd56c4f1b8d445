/**
 * Limits the length of answers from authorization servers, since an upstream server may name any address as one.
 */

/** More bytes than any metadata, registration or token needs. */
const longestAnswer = 262_144;

/** The answer exceeds the limit. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

/** @returns the same answer, whose body rejects with AnswerTooLong beyond the limit */
export function limitAnswer(response: Response): Response {
  if (!response.body) return response;
  let left = longestAnswer;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      left -= piece.byteLength;
      if (left < 0) controller.error(new AnswerTooLong(`the answer has more than ${longestAnswer} bytes`));
      else controller.enqueue(piece);
    },
  });
  return new Response(response.body.pipeThrough(counted), response);
}
