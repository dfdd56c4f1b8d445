/**
 * Writes an operation of a document as the run-time's description, one to one, so that the run-time is judged without the importer.
 */

/** @typedef {import('../documents/document.mjs').DocumentOperation} DocumentOperation */
/** @typedef {import('../documents/document.mjs').OpenApiDocument} OpenApiDocument */

/**
 * @param {OpenApiDocument} document
 * @param {DocumentOperation} operation
 * @param {string} [mediaType] of the body
 * @returns {import('@sigil/openapi/runtime').OperationDescription}
 */
export function describeOperation(document, operation, mediaType) {
  const { method, path, parameters, body } = operation;
  const answers = Object.entries(operation.definition['responses'] ?? {}).map(([status, answer]) => [
    status,
    Object.keys(document.resolve(answer)?.content ?? {}),
  ]);
  const encodings = mediaType === undefined ? undefined : body?.content[mediaType]?.encoding;
  return {
    method: /** @type {'GET'} */ (method),
    path,
    parameters: parameters.map((it) => ({
      in: /** @type {'query'} */ (it.in),
      name: it.name,
      required: it.required,
      style: /** @type {'form'} */ (it.style),
      explode: it.explode,
      allowReserved: it.allowReserved,
      ...(it.content !== undefined && { content: it.content }),
    })),
    answers: Object.fromEntries(answers),
    ...(mediaType !== undefined && {
      body: { mediaType, required: body?.required === true, ...(encodings && { encodings }) },
    }),
  };
}
