/**
 * The help text about registries. A separate file, so that help does not load the code that opens one.
 */
export const registryHelp = 'a folder, oci://host/repository (oci+http:// without TLS), or redis://host:port';
